"""The document must describe every word, and what it shows must load: words.py MODEL_DEF MODELS_MD CHECK_TABLE

CHECK_TABLE reads a table from stdin and prints what is wrong with it."""
import re
import subprocess
import sys

definition, document = open(sys.argv[1]).read(), open(sys.argv[2]).read()
words = re.findall(r'^(?:VERB|DECLARATION|FLAG|PLACE|KIND|ORDER|OPERATION|GIVES)\(\w+, "([^"]+)"', definition, re.M)
shown = set(re.findall(r'`([^`]+)`', document))
spelled = {w for s in shown for w in re.split(r'[ =]', s)}
declared = set(re.findall(r'^    (\w+)', document, re.M))
missing = [w for w in words if w not in spelled | declared]
if len(words) < 100 or missing:
    sys.exit(f'{len(words)} words; doc/models.md does not describe: ' + ' '.join(missing))

for example in re.findall(r'(?:^    .*\n)+', document, re.M):
    if '%external' in example:
        continue  # directives with their explanation
    wrong = subprocess.run([sys.argv[3]], input=re.sub('^    ', '', example, flags=re.M), capture_output=True, text=True)
    if wrong.returncode or wrong.stdout:
        sys.exit(f'an example in doc/models.md does not load: {wrong.stdout}{wrong.stderr}')
