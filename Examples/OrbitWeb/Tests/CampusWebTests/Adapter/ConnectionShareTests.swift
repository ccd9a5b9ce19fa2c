import NIOCore
import NIOEmbedded
import Testing

@testable import CampusWeb

@Suite struct ConnectionShareTests {
    private func open(from address: String, _ shares: ConnectionShares) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: ConnectionShare(shares: shares))
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
        return channel
    }

    /// Closes a channel. A channel beyond the share is closed already.
    private func release(_ channel: EmbeddedChannel) {
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"), ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"),
    ])
    func `a connection beyond the share of its network is closed, and connections of other networks stay open`(
        _ address: String, _ same: String, _ other: String
    ) throws {
        let shares = ConnectionShares(limit: 1)
        let channels = [try open(from: address, shares), try open(from: same, shares), try open(from: other, shares)]
        #expect(channels.map(\.isActive) == [true, false, true])
        for channel in channels { release(channel) }
        #expect(shares.networks == 0)
        let next = try open(from: same, shares)
        #expect(next.isActive)
        release(next)
    }

    @Test(arguments: [(0, 1_000), (1, nil)] as [(Int, Int?)])
    func `behind a proxy, which has the connections of all browsers, an address has no share`(
        _ proxies: Int, _ share: Int?
    ) {
        var options = WebOptions()
        options.trustedProxies = proxies
        #expect(options.connectionShare == share)
    }
}
