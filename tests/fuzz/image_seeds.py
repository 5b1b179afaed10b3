#!/usr/bin/env python3
"""Makes the seeds of image_fuzz anew, after a change of IMAGE_FORMAT:   tests/fuzz/image_seeds.py SNAG FILE.c...

Each file is checked by SNAG with a cache of its own, and the linked program that is left there becomes corpus/image/FILE."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

HERE = "/tmp/snag-seeds"  # the same on every machine


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus", "image")
    os.makedirs(folder, exist_ok=True)
    os.makedirs(HERE)
    for source in sys.argv[2:]:
        name = os.path.basename(source)
        with tempfile.TemporaryDirectory() as cache:
            shutil.copyfile(source, os.path.join(HERE, name))  # its place stands in the file
            subprocess.run([os.path.abspath(sys.argv[1]), "--quiet", "--cache=" + cache, name], cwd=HERE, check=False,
                           stdout=subprocess.DEVNULL)
            (path,) = glob.glob(cache + "/*/*.linked")
            shutil.copyfile(path, os.path.join(folder, os.path.splitext(name)[0]))
    shutil.rmtree(HERE)


main()
