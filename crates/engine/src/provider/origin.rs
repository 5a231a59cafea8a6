//! Decides which addresses may be contacted: https anywhere, http only on this computer, no cloud metadata addresses,
//! and in a local-only workspace only this computer. Pure; `http` checks here before every request, and again for
//! every address a name resolves to (reliability 2.11).

use std::net::{IpAddr, Ipv6Addr};
use url::{Host, Url};

/// What a workspace allows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scope {
    /// Nothing leaves this computer.
    pub local_only: bool,
    /// Models on the user's own network: private addresses and http are allowed.
    pub own_network: bool,
}

/// Scheme, host and port, to which a key is bound.
pub fn origin_of(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Returns an error with the reason if the address may not be contacted.
pub fn permit(url: &Url, scope: Scope) -> Result<(), &'static str> {
    if !url.username().is_empty() || url.password().is_some() {
        return Err("the address contains a user name or password");
    }
    let host = url.host().ok_or("the address has no host")?;
    let here = is_here(&host);
    match url.scheme() {
        "https" => {}
        "http" if here => {}
        "http" if scope.own_network && address(&host).is_some_and(is_private) => {}
        "http" => return Err("http is for this computer only; other addresses need https"),
        _ => return Err("the address is neither http nor https"),
    }
    if scope.local_only && !here {
        return Err("the workspace is local-only");
    }
    match address(&host) {
        Some(ip) => permit_address(ip, here, scope),
        None => Ok(()),
    }
}

/// Checks an address, either literal or resolved from a name. `here`: the name itself means this computer.
pub fn permit_address(ip: IpAddr, here: bool, scope: Scope) -> Result<(), &'static str> {
    let ip = plain(ip);
    if here {
        return if ip.is_loopback() {
            Ok(())
        } else {
            Err("a name of this computer that resolves to another address")
        };
    }
    if ip.is_loopback() {
        return Err("a name that resolves to this computer");
    }
    if scope.local_only {
        return Err("the workspace is local-only");
    }
    if is_plumbing(ip) {
        return Err("a reserved address, which no provider has");
    }
    if is_private(ip) && !scope.own_network {
        return Err("an address in a private network, which is not allowed");
    }
    Ok(())
}

/// Whether the host name itself means this computer.
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

/// Converts an IPv4-mapped IPv6 address to IPv4.
fn plain(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V6(six) => six.to_canonical(),
        IpAddr::V4(_) => ip,
    }
}

/// Link-local addresses, where clouds serve credentials, and addresses that are not a single host.
fn is_plumbing(ip: IpAddr) -> bool {
    /// Credentials endpoint of one cloud over IPv6.
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
        // 100.64.0.0/10 is used for carrier-grade NAT and by private overlay networks.
        IpAddr::V4(four) => four.is_private() || (four.octets()[0] == 100 && (64..128).contains(&four.octets()[1])),
        IpAddr::V6(six) => six.is_unique_local(),
    }
}

#[cfg(test)]
mod tests;
