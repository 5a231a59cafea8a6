//! Which addresses may be spoken to: https everywhere, http on this computer only, nothing that reaches into a cloud's own
//! plumbing, and in a local-only workspace nothing but this computer. Pure; `http` asks here before every request, and
//! again for every address that a name stands for (reliability 2.11).

use std::net::{IpAddr, Ipv6Addr};
use url::{Host, Url};

/// What a workspace allows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scope {
    /// Nothing leaves this computer.
    pub local_only: bool,
    /// Models on other computers of the own network are meant; then their addresses may be private ones, and http will do.
    pub own_network: bool,
}

/// Scheme, host and port: what a key is bound to.
pub fn origin_of(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Why an address may not be spoken to.
pub fn permit(url: &Url, scope: Scope) -> Result<(), &'static str> {
    if !url.username().is_empty() || url.password().is_some() {
        return Err("an address with a name or password in it");
    }
    let host = url.host().ok_or("an address without a host")?;
    let here = is_here(&host);
    match url.scheme() {
        "https" => {}
        "http" if here => {}
        "http" if scope.own_network && address(&host).is_some_and(is_private) => {}
        "http" => return Err("http is for this computer only; other addresses need https"),
        _ => return Err("neither http nor https"),
    }
    if scope.local_only && !here {
        return Err("the workspace is local-only");
    }
    match address(&host) {
        Some(ip) => permit_address(ip, here, scope),
        None => Ok(()),
    }
}

/// Judges an address that is written out or that a name stands for. `here`: the name itself says that it is this computer.
pub fn permit_address(ip: IpAddr, here: bool, scope: Scope) -> Result<(), &'static str> {
    let ip = plain(ip);
    if here {
        return if ip.is_loopback() {
            Ok(())
        } else {
            Err("a name of this computer that leads elsewhere")
        };
    }
    if ip.is_loopback() {
        return Err("a name that leads to this computer");
    }
    if scope.local_only {
        return Err("the workspace is local-only");
    }
    if is_plumbing(ip) {
        return Err("an address that is never a provider's");
    }
    if is_private(ip) && !scope.own_network {
        return Err("an address in a private network, which is not allowed");
    }
    Ok(())
}

/// Whether the host is this computer by its very name.
pub(super) fn is_here(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => is_local_name(name),
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => plain(IpAddr::V6(*ip)).is_loopback(),
    }
}

pub(super) fn is_local_name(name: &str) -> bool {
    name.trim_end_matches('.').eq_ignore_ascii_case("localhost")
}

fn address(host: &Host<&str>) -> Option<IpAddr> {
    match host {
        Host::Domain(_) => None,
        Host::Ipv4(ip) => Some(IpAddr::V4(*ip)),
        Host::Ipv6(ip) => Some(IpAddr::V6(*ip)),
    }
}

/// An IPv4 address in the clothes of an IPv6 one, undressed.
fn plain(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V6(six) => six.to_canonical(),
        IpAddr::V4(_) => ip,
    }
}

/// Link-local addresses, where clouds hand out credentials, and those that nobody is at.
fn is_plumbing(ip: IpAddr) -> bool {
    /// Where one cloud hands out credentials over IPv6.
    const CREDENTIALS: Ipv6Addr = Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254);
    match ip {
        IpAddr::V4(four) => {
            four.is_link_local()
                || four.is_unspecified()
                || four.is_broadcast()
                || four.is_multicast()
                || four.octets()[0] == 0
        }
        IpAddr::V6(six) => {
            six.is_unicast_link_local() || six.is_unspecified() || six.is_multicast() || six == CREDENTIALS
        }
    }
}

fn is_private(ip: IpAddr) -> bool {
    match plain(ip) {
        // 100.64.0.0/10 is shared by customers of one carrier, and by private overlay networks.
        IpAddr::V4(four) => four.is_private() || (four.octets()[0] == 100 && (64..128).contains(&four.octets()[1])),
        IpAddr::V6(six) => six.is_unique_local(),
    }
}

#[cfg(test)]
mod tests;
