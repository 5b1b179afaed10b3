"""Writes the names of the functions in the models, as strings of a C array: known_names.py OUTPUT INPUT..."""
import sys

names = set()
for path in sys.argv[2:]:
    with open(path, encoding='utf-8') as f:
        for line in f:
            words = line.split()
            if len(words) > 2 and line[0] not in '#%' and '.' not in words[0] and words[0] not in ('struct', 'section'):
                names.add(words[0])
with open(sys.argv[1], 'w', encoding='ascii') as f:
    f.write('/* Made by tools/known_names.py; do not edit. */\n')
    f.writelines('"%s",\n' % name for name in sorted(names))
