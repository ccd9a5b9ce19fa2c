import AshaSandbox
import Auth
import Foundation
import Networking
import TeamAshaApp
import TimeAndChance

/// The surroundings of the front end.
public struct ClubSettings: Sendable {
    /// The environment of every app. Each session replaces the token store by its own.
    var environment: TeamAshaEnvironment
    /// The maximum number of sessions.
    var maxSessions = 200

    /// Returns the settings of a club in this process, which all browsers share.
    ///
    /// - Throws: The error of an invalid address. The address is fixed and valid.
    public static func sandbox() throws -> ClubSettings {
        let time = SystemClock()
        let server = SandboxServer(ClubSeason(seed: 12, now: time.date), time: time)
        return try ClubSettings(server: server, time: time, random: .system)
    }

    /// Creates the settings over a server.
    ///
    /// - Parameters:
    ///   - server: The server of the club.
    ///   - time: The clock of the apps and sessions.
    ///   - random: The source of session ids, keys and jitter.
    init(server: SandboxServer, time: any TimeSource, random: RandomSource) throws {
        environment = TeamAshaEnvironment(
            server: try ServerAddress("https://team-asha.example"), transport: server, tokens: MemoryTokenStore(),
            time: time, random: random)
        environment.isSandbox = true
    }

    /// Returns the environment of a new session, with tokens of its own.
    func sessionEnvironment() -> TeamAshaEnvironment {
        var own = environment
        own.tokens = MemoryTokenStore()
        // Browsers must not share files.
        (own.content, own.preferences) = (nil, nil)
        return own
    }

    /// Returns a random text of 256 bits for a session id.
    func newID() -> String {
        let digits = Array("0123456789abcdef")
        return environment.random.bytes(32).reduce(into: "") { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }
}
