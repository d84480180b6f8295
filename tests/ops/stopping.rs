//! A stop takes bounded time, whatever happens to the connection to Discord.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::served::Served;

/// Opens a proxy to the sandbox. A cut resets its open connections, and it accepts no others.
async fn line(server: SocketAddr, cut: CancellationToken) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut open = JoinSet::new();
        loop {
            tokio::select! {
                Ok((outside, _)) = listener.accept() => drop(open.spawn(carry(outside, server, address, cut.clone()))),
                () = cut.cancelled() => break,
            }
        }
        drop(listener);
        open.join_all().await;
    });
    address
}

/// Copies bytes between a client and the server. Each takes the proxy for the other.
async fn carry(mut outside: TcpStream, server: SocketAddr, address: SocketAddr, cut: CancellationToken) {
    let mut inside = TcpStream::connect(server).await.unwrap();
    let (mut asked, mut answered, mut upgraded) = (vec![0; 1 << 16], vec![0; 1 << 16], false);
    loop {
        tokio::select! {
            read = outside.read(&mut asked) => {
                let Ok(read @ 1..) = read else { return };
                let said = &asked[..read];
                upgraded |= String::from_utf8_lossy(said).to_lowercase().contains("upgrade: websocket");
                let said = if upgraded { said.to_vec() } else { instead(said, address, server) };
                inside.write_all(&said).await.unwrap();
            }
            read = inside.read(&mut answered) => {
                let Ok(read @ 1..) = read else { return };
                let said = &answered[..read];
                let said = if upgraded { said.to_vec() } else { instead(said, server, address) };
                outside.write_all(&said).await.unwrap();
            }
            () = cut.cancelled() => {
                outside.set_zero_linger().unwrap();
                return;
            }
        }
    }
}

/// Replaces one port's digits by another's of the same length.
fn instead(said: &[u8], of: SocketAddr, other: SocketAddr) -> Vec<u8> {
    let (of, other) = (format!(":{}", of.port()), format!(":{}", other.port()));
    assert_eq!(of.len(), other.len(), "the system gives out ports of five digits");
    let mut said = said.to_vec();
    while let Some(at) = said.windows(of.len()).position(|part| part == of.as_bytes()) {
        said[at..at + of.len()].copy_from_slice(other.as_bytes());
    }
    said
}

/// Serenity polls a closed connection for its next message and never yields: on a machine of one core nothing else would run.
#[tokio::test(flavor = "multi_thread")]
async fn reset_connection_blocks_neither_the_bot_nor_its_stop() {
    let mut served = Served::prepare().await;
    let base = served.sandbox.base_url();
    let server: SocketAddr = base.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let cut = CancellationToken::new();
    let line = line(server, cut.clone()).await;
    let text = fs::read_to_string(served.path("config.toml")).unwrap();
    fs::write(served.path("config.toml"), text.replace(&base, &format!("http://{line}"))).unwrap();
    served.start(&[("TOKIO_WORKER_THREADS", Path::new("1"))]).await;
    served.until_well().await;
    cut.cancel();
    tokio::time::sleep(Duration::from_secs(3)).await;
    // The bot continues, and reports the lost connection.
    let (status, page) =
        tokio::time::timeout(Duration::from_secs(5), served.page("/healthz")).await.expect("an answer");
    assert_eq!(status, 503, "{page}");
    assert_eq!(served.stop().await, 0);
}
