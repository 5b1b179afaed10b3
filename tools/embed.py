"""Writes files into a C file, as the array NAME of struct embedded (base/system/file.h): embed.py OUTPUT NAME INPUT..."""
import os
import sys

output, name, inputs = sys.argv[1], sys.argv[2], sys.argv[3:]
out = ['/* Made by tools/embed.py; do not edit. */', '#include "base/system/file.h"', '']
rows = []
for i, path in enumerate(inputs):
    with open(path, 'rb') as f:
        data = f.read()
    if not data:
        sys.exit(f'{path}: an empty file')
    out.append(f'static const unsigned char file{i}[] = {{')
    for at in range(0, len(data), 32):
        out.append('\t' + ' '.join(f'{b},' for b in data[at:at + 32]))
    out.append('};')
    rows.append(f'\t{{ "{os.path.basename(path)}", file{i}, sizeof file{i} }},')
out += ['', f'extern const struct embedded {name}[];', f'extern const uint32_t {name}_count;', '',
        f'const struct embedded {name}[] = {{', *rows, '};', f'const uint32_t {name}_count = {len(inputs)};', '']
with open(output, 'w', encoding='ascii') as f:
    f.write('\n'.join(out))
