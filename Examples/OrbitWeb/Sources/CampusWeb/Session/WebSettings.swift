import Foundation
import Networking
import OrbitApp
import OrbitDemo
import TimeAndChance
import Validation

/// The values in which servers of the front end differ.
struct WebSettings: Sendable {
    /// The address of the API.
    var server: ServerAddress
    /// Returns the transport of one browser, whose address changes when the browser changes its network.
    var transport: @Sendable (BrowserAddress) -> any HTTPTransport
    /// The campuses that are known before a request to the server.
    var registry = CampusRegistry()
    /// The time zone of the campus.
    var zone: TimeZone
    /// The clock of sessions and models.
    var time: any TimeSource = SystemClock()
    /// The source of session ids, and of keys and jitter in the models.
    var random = RandomSource.system
    /// The maximum number of sessions with models in memory.
    var maxSessions = 1_000
    /// The maximum number of sessions without a user from one address, or from the /64 of an IPv6 address. Many users of
    /// a campus share an address.
    var maxStrangersPerAddress = 200
    /// The maximum number of sessions without a user, so that visitors leave room for users.
    var maxStrangers: Int { max(maxSessions / 2, 1) }
    /// The time without a request or a stream after which the models of a session are released.
    var idleTime = Duration.seconds(900)
    /// The time for which the session tokens of a browser without requests are kept.
    var sleepTime = Duration.seconds(14 * 86_400)
    /// The demonstration in this process; `nil` with a server.
    var demonstration: DemoWorld?
}
