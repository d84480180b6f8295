//! The sandbox as `https://discord.com`: a TLS front with its own certificate, and a client that connects to it as to Discord.
//!
//! The bot runs exactly as against Discord, serenity's rate limiter included.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The host name in the certificate.
const NAME: &str = "discord.com";

/// A running front.
pub struct Front {
    address: SocketAddr,
    certificate: CertificateDer<'static>,
    running: JoinHandle<()>,
}

impl Front {
    /// Starts a front before a server.
    pub async fn before(server: SocketAddr) -> Self {
        let made = rcgen::generate_simple_self_signed([NAME.to_owned()]).unwrap();
        let certificate = made.cert.der().clone();
        let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let running = tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(config)), server));
        Self { address, certificate, running }
    }

    /// Returns a client that resolves Discord's name to the front, and is otherwise unchanged.
    pub fn client(&self) -> reqwest::Client {
        reqwest::Client::builder()
            .use_rustls_tls()
            .no_proxy()
            .resolve(NAME, self.address)
            .add_root_certificate(reqwest::Certificate::from_der(&self.certificate).unwrap())
            .build()
            .unwrap()
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        self.running.abort();
    }
}

async fn accept(listener: TcpListener, acceptor: TlsAcceptor, server: SocketAddr) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let acceptor = acceptor.clone();
        connections.spawn(async move {
            let Ok(mut outside) = acceptor.accept(stream).await else { return };
            let Ok(mut inside) = TcpStream::connect(server).await else { return };
            // The client notices a broken connection.
            let _ended = copy_bidirectional(&mut outside, &mut inside).await;
        });
        while connections.try_join_next().is_some() {}
    }
}
