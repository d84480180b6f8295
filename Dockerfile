# The bot in a container: builds the binary, and runs it as nobody in particular with its matches in /data.
FROM rust:1.95-slim-trixie AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked --bin deathmatch

FROM debian:trixie-slim
COPY --from=build /src/target/release/deathmatch /usr/local/bin/deathmatch
# A volume that is made for /data belongs to whom the folder belongs to here.
RUN install -d -o 10001 -g 10001 -m 700 /data
USER 10001:10001
# deathmatch.sqlite is kept here; a config.toml that is put here is read.
WORKDIR /data
VOLUME /data
ENV DEATHMATCH_MONITOR=127.0.0.1:9464 DEATHMATCH_LOG_FORMAT=json
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["deathmatch", "health"]
ENTRYPOINT ["deathmatch"]
CMD ["serve"]
