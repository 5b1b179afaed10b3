"""Writes the model tables into a C file: embed.py OUTPUT INPUT..."""
import os
import sys

output, inputs = sys.argv[1], sys.argv[2:]
out = ['/* Made by tools/embed.py from models/; do not edit. */', '#include "model/private.h"', '']
rows = []
for i, path in enumerate(inputs):
    with open(path, 'rb') as f:
        data = f.read()
    if not data:
        sys.exit(f'{path}: an empty table')
    out.append(f'static const unsigned char table{i}[] = {{')
    for at in range(0, len(data), 32):
        out.append('\t' + ' '.join(f'{b},' for b in data[at:at + 32]))
    out.append('};')
    rows.append(f'\t{{ "{os.path.basename(path)}", table{i}, sizeof table{i} }},')
out += ['', 'const struct model_builtin model_builtin[] = {', *rows, '};', f'const uint32_t model_builtins = {len(inputs)};', '']
with open(output, 'w', encoding='ascii') as f:
    f.write('\n'.join(out))
