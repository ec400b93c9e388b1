//! Clients over HTTP.

use std::convert::Infallible;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{AUTHORIZATION, HeaderValue, WWW_AUTHENTICATE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::{Server, stdio};
use crate::error::CliError;
use crate::terminal;

/// The most connections at once.
const MOST_CONNECTIONS: usize = 64;

/// The time limit for the head of a request.
const HEAD_WAITS: Duration = Duration::from_secs(30);

/// The largest request, which may contain the output of a tool.
const MOST_BYTES: usize = 64 << 20;

/// The path that clients use.
const PATH: &str = "/mcp";

/// The address to listen on, and the clients that may connect.
#[derive(Debug)]
pub(crate) struct Http {
    /// The address.
    address: SocketAddr,
    /// The token that a client must send.
    token: Option<Token>,
}

/// A bearer token, as its hash: comparing two hashes always takes the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Token([u8; 32]);

impl Token {
    fn of(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }
}

impl Http {
    /// An address and the token that clients must send; none is needed if only this machine can connect.
    ///
    /// # Errors
    /// If others could connect without a token.
    pub(crate) fn new(address: SocketAddr, token: Option<&str>) -> Result<Self, CliError> {
        if token.is_none() && !address.ip().is_loopback() {
            return Err(CliError::usage(format!(
                "{address} can be reached from other machines, and there is no token"
            ))
            .hint("give one in UNBREAK_MCP_TOKEN or with --token-file, or listen on 127.0.0.1".to_owned()));
        }
        Ok(Self {
            address,
            token: token.map(Token::of),
        })
    }
}

/// Serves until the program is interrupted.
pub(super) fn serve(server: Server, http: &Http) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::failed("the server could not be started").caused_by(&error))?;
    runtime.block_on(async {
        let shared = server.shared.clone();
        let listener = TcpListener::bind(http.address).await.map_err(|error| {
            CliError::usage(format!("{} cannot be listened on", http.address)).caused_by(&error)
        })?;
        let address = listener.local_addr()?;
        writeln!(terminal::stderr(), "listening on http://{address}{PATH}")?;
        let service = Arc::new(service(server, http.token.is_some()));
        tokio::select! {
            () = accept(&listener, &service, http.token.as_ref()) => {}
            () = stdio::interrupted() => {}
        }
        stdio::end(&shared).await;
        Ok(())
    })
}

type Service = StreamableHttpService<Server, LocalSessionManager>;

/// The protocol over HTTP. Browsers of other sites are refused (DNS rebinding): by the name of the requested
/// host, and by their origin. With a token, the name of the host does not matter.
fn service(server: Server, has_token: bool) -> Service {
    let local = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];
    let config = StreamableHttpServerConfig::default()
        .with_max_request_body_bytes(MOST_BYTES)
        .with_allowed_origins(local);
    let config = match has_token {
        true => config.disable_allowed_hosts(),
        false => config,
    };
    let connection = move || Ok(server.connection());
    StreamableHttpService::new(connection, Arc::new(LocalSessionManager::default()), config)
}

async fn accept(listener: &TcpListener, service: &Arc<Service>, token: Option<&Token>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::info!("a connection could not be accepted: {error}");
                // If the process has no file descriptors left, the next attempt would fail at once, too.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let (service, token) = (Arc::clone(service), token.cloned());
        tokio::spawn(async move {
            let answer = service_fn(move |request: Request<Incoming>| {
                let (service, token) = (Arc::clone(&service), token.clone());
                async move {
                    Ok::<_, Infallible>(match refusal(&request, token.as_ref()) {
                        Some(refusal) => refusal,
                        None => service.handle(request).await,
                    })
                }
            });
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_WAITS)
                .serve_connection(TokioIo::new(stream), answer)
                .await;
            if let Err(error) = served {
                tracing::info!("a connection broke: {error}");
            }
            drop(place);
        });
    }
}

type Body = BoxBody<Bytes, Infallible>;

/// The answer to a request that is not for this server, or not from an allowed client.
fn refusal(request: &Request<Incoming>, token: Option<&Token>) -> Option<Response<Body>> {
    let shown = request.headers().get(AUTHORIZATION);
    let shown = shown.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if token.is_some_and(|token| shown.map(Token::of).as_ref() != Some(token)) {
        let mut response = answer(StatusCode::UNAUTHORIZED, "a bearer token is needed\n");
        let scheme = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(WWW_AUTHENTICATE, scheme);
        return Some(response);
    }
    (request.uri().path() != PATH).then(|| answer(StatusCode::NOT_FOUND, "the server is at /mcp\n"))
}

fn answer(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *response.status_mut() = status;
    response
}
