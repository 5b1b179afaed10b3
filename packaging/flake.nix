# A Nix flake: nix build ./packaging. Not run: there is no nix where snag is tested.
{
  description = "snag finds data races and deadlocks in C programs without running them";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.11";
  outputs = { self, nixpkgs }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
      llvm = pkgs.llvmPackages_19;
    in {
      packages.${system}.default = llvm.stdenv.mkDerivation {
        pname = "snag";
        version = "0.2.0";
        src = ./..;
        nativeBuildInputs = [ pkgs.meson pkgs.ninja pkgs.pkg-config pkgs.python3 pkgs.makeWrapper ];
        buildInputs = [ llvm.llvm.dev llvm.openmp pkgs.hiredis pkgs.jansson pkgs.libyaml pkgs.openssl pkgs.sqlite pkgs.xxHash pkgs.z3 pkgs.zlib pkgs.zstd ];
        # snag looks for its tools under the names that Debian gives them
        preConfigure = ''
          mkdir -p names
          ln -sf ${llvm.llvm.dev}/bin/llvm-config names/llvm-config-19
          export PATH=$PWD/names:$PATH
        '';
        postInstall = ''
          mkdir -p $out/libexec/snag
          ln -s ${llvm.clang}/bin/clang $out/libexec/snag/clang-19
          wrapProgram $out/bin/snag --prefix PATH : $out/libexec/snag
        '';
      };
    };
}
