use netlink_packet_core::constants::*;
use netlink_packet_core::*;

fn main() {
    let mut header = NetlinkHeader::default();
    header.flags = NLM_F_REQUEST | NLM_F_DUMP;
    println!("{header:?}");
}
