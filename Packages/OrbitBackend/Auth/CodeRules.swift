import Auth
import Foundation
import OrbitModels

/// The numbers of signing in by mailed code.
enum CodeRules {
    /// Seconds that a code is good for (NIST SP 800-63B: at most ten minutes).
    static let lifetime = 600
    /// How often one code may be tried.
    static let attempts = 5
    /// Seconds between two codes to one address.
    static let resendAfter = 30

    private static let tenMinutes: TimeInterval = 600
    private static let aDay: TimeInterval = 86_400

    static let codesPerAddress = RateLimit(
        name: "codes-per-address",
        tiers: [
            .init(count: 1, window: TimeInterval(resendAfter)), .init(count: 3, window: tenMinutes),
            .init(count: 10, window: aDay),
        ])
    /// Across codes, so that asking for another code buys no further tries: with six digits, guessing
    /// succeeds on one address in 33,000 a day.
    static let triesPerAddress = RateLimit(name: "tries-per-address", tiers: [.init(count: 30, window: aDay)])
}

extension OrbitBackend.Configuration {
    var codesPerOriginLimit: RateLimit {
        RateLimit(name: "codes-per-origin", tiers: [.init(count: codesPerOrigin, window: 600)])
    }

    var triesPerOriginLimit: RateLimit {
        RateLimit(name: "tries-per-origin", tiers: [.init(count: triesPerOrigin, window: 600)])
    }
}

/// A code that was sent and may still be tried. It is deleted when it is used up.
struct CodeRecord: ExpiringRecord {
    static let table = "codes"
    static let byAddress = "address"

    let challengeID: ChallengeID
    /// Digest of the address.
    let address: String
    /// Digest of the code, its challenge and the address.
    let code: String
    var attemptsLeft: Int
    let expiresAt: Date

    var key: String { challengeID.rawValue }

    var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byAddress, group: address, rank: expiresAt.milliseconds)]
    }
}
