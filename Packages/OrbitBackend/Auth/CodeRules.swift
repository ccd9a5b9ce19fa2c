import Auth
import Foundation
import OrbitModels

/// The numbers of signing in by mailed code; the arithmetic is in decision 25.
///
/// Nothing but codes is limited: a code belongs to its challenge, which only the device knows that asked for it, and the
/// tries at it are its own. So the right code is never refused for what others tried, and guesses are bounded by codes.
enum CodeRules {
    /// Seconds that a code is good for (NIST SP 800-63B: at most ten minutes).
    static let lifetime = 600
    /// How often one code may be tried.
    static let attempts = 5
    /// How often a code may be tried that was asked for from a crowded network address.
    static let attemptsInCrowd = 2
    /// Seconds between two codes to one address.
    static let resendAfter = 30

    private static let tenMinutes: TimeInterval = 600
    private static let aDay: TimeInterval = 86_400

    /// Of one mailbox, from one network address: half of what the mailbox allows, so that one origin alone stops nobody
    /// elsewhere.
    static let codesPerMailboxAndOrigin = RateLimit(
        name: "codes-per-mailbox-and-origin",
        tiers: [
            .init(count: 1, window: TimeInterval(resendAfter)), .init(count: 3, window: tenMinutes),
            .init(count: 6, window: aDay),
        ])
    /// Of one mailbox, from wherever. Within any day the tries at no more than 12 + 6 codes can fall, so guessing
    /// succeeds on one mailbox in 11,111.
    static let codesPerMailbox = RateLimit(
        name: "codes-per-mailbox", tiers: [.init(count: 6, window: tenMinutes), .init(count: 12, window: aDay)])
    /// Of a known device, beside the others.
    static let codesPerDevice = RateLimit(
        name: "codes-per-device",
        tiers: [
            .init(count: 1, window: TimeInterval(resendAfter)), .init(count: 3, window: tenMinutes),
            .init(count: 6, window: aDay),
        ])
    /// More wrong codes for one mailbox than a person mistypes: they raise an alarm, and stop nothing.
    static let wrongCodesPerMailbox = RateLimit(
        name: "wrong-codes-per-mailbox", tiers: [.init(count: 20, window: aDay)])
    /// More from one network address than a campus mistypes.
    static let wrongCodesPerOrigin = RateLimit(
        name: "wrong-codes-per-origin", tiers: [.init(count: 100, window: tenMinutes)])
}

extension OrbitBackend.Configuration {
    /// From here on a network address is crowded. The count is the same as that of ``mostCodesPerOrigin``.
    var crowd: RateLimit { codes(codesPerOrigin) }

    var mostCodesPerOrigin: RateLimit {
        let (most, isTooMany) = codesPerOrigin.multipliedReportingOverflow(by: 10)
        return codes(isTooMany ? codesPerOrigin : most)
    }

    private func codes(_ count: Int) -> RateLimit {
        RateLimit(name: "codes-per-origin", tiers: [.init(count: count, window: 600)])
    }
}

/// A code that was sent and may still be tried. It is deleted when it is used up.
struct CodeRecord: ExpiringRecord {
    static let table = "codes"
    static var personalData: PersonalData<Self> {
        .expires(withinDays: 1, "The digests of a code and of the address that it was sent to.")
    }
    static let byMailbox = "mailbox"

    let challengeID: ChallengeID
    /// Digest of the mailbox.
    let mailbox: String
    /// Digest of the code, its challenge and the mailbox.
    let code: String
    /// The key of the known device that asked for it.
    let device: String?
    var attemptsLeft: Int
    let expiresAt: Date

    var key: String { challengeID.rawValue }

    var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byMailbox, group: mailbox, rank: expiresAt.milliseconds)]
    }
}
