# A Homebrew formula. Not run: there is no brew where snag is tested; its syntax is checked where there is ruby.
class Snag < Formula
  desc "Find data races and deadlocks in C programs without running them"
  license "MIT"
  head "https://example.invalid/snag.git", branch: "main"

  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkg-config" => :build
  depends_on "hiredis"
  depends_on "jansson"
  depends_on "libyaml"
  depends_on :linux
  depends_on "llvm@19"
  depends_on "openssl@3"
  depends_on "sqlite"
  depends_on "xxhash"
  depends_on "z3"
  depends_on "zstd"

  def install
    ENV.prepend_path "PATH", Formula["llvm@19"].opt_bin
    system "meson", "setup", "build", *std_meson_args
    system "meson", "compile", "-C", "build"
    system "meson", "install", "-C", "build"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/snag --version")
  end
end
