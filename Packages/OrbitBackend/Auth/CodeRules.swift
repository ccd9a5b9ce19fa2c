import Auth
import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The numbers of signing in by mailed code; the arithmetic is in decision 25.
///
/// Nothing but codes is limited: a code belongs to its challenge, which only the device knows that asked for it, and
/// the tries at it are its own. So the right code is never refused for what others tried, and guesses are bounded by
/// codes.
enum CodeRules {
    /// Seconds that a code is good for (NIST SP 800-63B: at most ten minutes).
    static let lifetime = 600
    /// How often one code may be tried.
    static let attempts = 5
    /// How often a code may be tried that was asked for from a crowded network address.
    static let attemptsInCrowd = 2
    /// The same for an overcrowded network address.
    static let attemptsInOvercrowd = 1
    /// Seconds between two codes to one address.
    static let resendAfter = 30
    /// The request within ten minutes that mails a code from a crowded origin to an address without an account, and
    /// each request after it. An address has four requests a day from one origin, so at most half of the requests are
    /// mailed. A crowded origin has fewer than ten times `codesPerOrigin` requests in ten minutes.
    static let requestsInCrowd = 3
    /// Milliseconds of a turn. Behind an overcrowded origin each address without an account has one turn in ``turns``.
    private static let turn: Int64 = 30_000
    private static let turns: Int64 = 20

    private static let tenMinutes: TimeInterval = 600
    private static let aDay: TimeInterval = 86_400

    /// Of one mailbox, shared by the origins that ask for them: four origins leave a code to a fifth at any time. The
    /// tries of any day fall on at most 10 + 8 codes, and on half as many with one try each from overcrowded origins.
    /// So guessing succeeds on one mailbox in 10,101.
    static let codesPerMailbox = SharedLimit(
        name: "codes-per-mailbox", spacing: TimeInterval(resendAfter),
        tiers: [.init(count: 8, window: tenMinutes), .init(count: 10, window: aDay)])
    /// The limit of one mailbox for overcrowded origins: half of ``codesPerMailbox``. Such origins get codes for
    /// addresses with an account and for few others. Their codes are counted apart: ``codesPerMailbox`` refuses
    /// requests, and refusals must not depend on the account.
    static let codesPerMailboxInOvercrowd = SharedLimit(
        name: "codes-per-mailbox-in-overcrowd", spacing: codesPerMailbox.spacing,
        tiers: [.init(count: 4, window: tenMinutes), .init(count: 5, window: aDay)])
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

    /// Whether it is the turn of an address, which has another turn every ten minutes. Nobody without the key of the
    /// digest can compute turns, so an attacker asks for 20 made-up addresses to meet one turn on average.
    ///
    /// - Parameter mailbox: The digest of the mailbox.
    static func isTurn(of mailbox: String, at now: Date) -> Bool {
        // A text that is the same for all comes last, as the last bytes change few bits of the hash.
        let (period, place) = (now.milliseconds / turn).quotientAndRemainder(dividingBy: turns)
        return Int64(ContentHash.seed(["\(period)", mailbox, "turn of an address"]) % UInt64(turns)) == place
    }
}

extension BackendConfiguration {
    /// From here on an origin is crowded. The count is the same as that of ``overcrowd``.
    var crowd: RateLimit { RateLimit(name: "codes-per-origin", codesPerOrigin) }

    /// From here on an origin is overcrowded: no request is refused, and a request that gets no mail is not stored.
    var overcrowd: RateLimit { RateLimit(name: "codes-per-origin", tenfold) }

    /// Codes that are mailed from an overcrowded origin to addresses with an account.
    var codesPerOvercrowd: RateLimit { RateLimit(name: "codes-per-overcrowd", tenfold) }

    /// Codes that are mailed from a crowded or overcrowded origin to addresses without an account, beside the repeated
    /// requests of a crowded origin. They are spread evenly, so that a burst of made-up addresses does not use up all.
    var newcomersPerCrowd: RateLimit {
        RateLimit(
            name: "newcomers-per-crowd",
            tiers: [.init(count: min(1, codesPerOrigin), window: 600 / Double(max(1, codesPerOrigin)))])
    }

    private var tenfold: Int {
        let (count, isTooMany) = codesPerOrigin.multipliedReportingOverflow(by: 10)
        return isTooMany ? codesPerOrigin : count
    }
}

extension RateLimit {
    fileprivate init(name: String, _ count: Int) {
        self.init(name: name, tiers: [.init(count: count, window: 600)])
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
    /// Whether a wrong code gets the response to an unknown challenge: from an overcrowded origin an address that gets
    /// no mail has no record. `nil` counts as `false`.
    var isQuiet: Bool?

    var key: String { challengeID.rawValue }

    var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byMailbox, group: mailbox, rank: expiresAt.milliseconds)]
    }
}
