//! Downloads of attachments, from Discord's own servers only.

use crate::platform::discord::clients::Clients;

/// Hosts from which Discord serves attachments.
const FILES: [&str; 3] = ["cdn.discordapp.com", "media.discordapp.net", "discord.com"];

/// The reason why an attached file is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AttachmentError {
    TooLarge,
    Missing,
}

impl Clients {
    /// Downloads an attachment of at most `most` bytes from Discord's own servers.
    pub async fn download(&self, url: &str, most: usize) -> Result<Vec<u8>, AttachmentError> {
        let of = |url: &reqwest::Url| url.host_str().map(str::to_owned);
        let own = self.base_url.as_deref().and_then(|url| of(&url.parse().ok()?));
        let known = |url: &reqwest::Url| {
            let host = of(url);
            host == own || host.is_some_and(|host| FILES.contains(&host.as_str()) && url.scheme() == "https")
        };
        let url: reqwest::Url = url.parse().map_err(|_| AttachmentError::Missing)?;
        if !known(&url) {
            return Err(AttachmentError::Missing);
        }
        let answer = self.client.get(url).send().await.and_then(reqwest::Response::error_for_status);
        let mut answer = answer.ok().filter(|answer| known(answer.url())).ok_or(AttachmentError::Missing)?;
        let mut bytes = Vec::new();
        while let Some(more) = answer.chunk().await.map_err(|_| AttachmentError::Missing)? {
            if bytes.len() + more.len() > most {
                return Err(AttachmentError::TooLarge);
            }
            bytes.extend_from_slice(&more);
        }
        Ok(bytes)
    }
}
