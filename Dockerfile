# snag in an image:   docker build -t snag .   then, in a project with a compile_commands.json:
#     docker run --rm -v "$PWD:$PWD" -w "$PWD" snag check
# Mounted under its own path, since a compile_commands.json has absolute ones.
FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates dpkg-dev git make
COPY . /snag
WORKDIR /snag
RUN make ASSUME_YES=1 && make deb ASSUME_YES=1

FROM debian:12
COPY --from=build /snag/build/snag_*.deb /tmp/
RUN apt-get update && \
    apt-get install -y --no-install-recommends /tmp/snag_*.deb bear gcc libc6-dev make && \
    rm -rf /tmp/snag_*.deb /var/lib/apt/lists/*
ENTRYPOINT ["snag"]
CMD ["--help"]
