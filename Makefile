# The front door. The build is meson's (meson.build), out of tree in build/. Targets: make help
#
# PREFIX=/usr/local  DESTDIR=  where `make install` puts things
# CC=clang-19                  taken when build/ is first made
# ASSUME_YES=1                 install missing packages without asking

PREFIX ?= /usr/local
ifeq ($(origin CC),default)
CC := clang-19
endif
export CC

all: build/build.ninja      ## install what is missing, and build
	@ninja -C build

demo: all                   ## build, and run snag on the examples
	@tools/demo.sh build/snag

test: build/with-tests      ## build, and run all tests; closing line: N passed, N failed
	@ninja -C build
	@tests/all.py build

nightly: build/with-tests   ## the slow, large checks: about an hour
	@ninja -C build
	@tests/nightly.sh build

asan: packages-test build-asan/build.ninja  ## all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@ninja -C build-asan
	@tests/all.py build-asan --no-suite tree

tsan: packages-test build-tsan/build.ninja  ## the tests that use threads, under ThreadSanitizer
	@ninja -C build-tsan
	@tests/all.py build-tsan --no-suite tree --no-suite fuzz --no-suite bad

fuzz: packages-test build-fuzz/build.ninja  ## build the fuzzers: build-fuzz/tests/fuzz/NAME_fuzz CORPUS
	@ninja -C build-fuzz

gcc: packages-test build-gcc/build.ninja  ## build with gcc, to see that it is as quiet as clang
	@ninja -C build-gcc

install: all                ## PREFIX=/usr/local DESTDIR=
	@meson configure build -Dprefix=$(abspath $(PREFIX))
	@ninja -C build
	@DESTDIR=$(DESTDIR) meson install -C build --no-rebuild

deb: all                    ## a Debian package of it: build/snag_VERSION_ARCH.deb
	@tools/install.sh deb
	@tools/deb.sh build build

site:                       ## the documents as a site that needs no server, with search: build-site/index.html
	@tools/install.sh site
	@tools/site.py build-site

uninstall: build/build.ninja  ## remove what the last `make install` put there
	@ninja -C build uninstall

clean:                      ## remove what was built
	@for d in build build-*; do if [ -f $$d/build.ninja ]; then ninja -C $$d clean; fi; done

distclean:                  ## remove the build directories
	rm -rf build build-asan build-tsan build-fuzz build-gcc build-site

help:                       ## this list
	@sed -n 's/^\([a-z]*\):.*##  *\(.*\)/\1  \2/p' Makefile | while read -r t h; do printf '  make %-10s %s\n' "$$t" "$$h"; done

packages:
	@tools/install.sh run build

packages-test:
	@tools/install.sh run build test

build/build.ninja: | packages
	@meson setup build
build/with-tests: | packages-test build/build.ninja
	@meson configure build -Dtests=true
	@touch $@
build-asan/build.ninja: | packages-test
	@meson setup build-asan -Dtests=true -Db_sanitize=address,undefined -Db_lundef=false
build-tsan/build.ninja: | packages-test
	@meson setup build-tsan -Dtests=true -Db_sanitize=thread -Db_lundef=false
build-fuzz/build.ninja: | packages-test
	@meson setup build-fuzz -Dtests=true -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false
build-gcc/build.ninja: | packages-test
	@CC=gcc meson setup build-gcc -Dtests=true

.PHONY: all demo test nightly asan tsan fuzz gcc install deb site uninstall clean distclean help packages packages-test
