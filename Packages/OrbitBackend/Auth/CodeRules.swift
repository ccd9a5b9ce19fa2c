import Auth
import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The limits for signing in by a mailed code. Decision 25 has the calculations.
///
/// Only codes are limited. A code belongs to its challenge, which only the requesting device knows, and each code has
/// its own attempts. So the attempts of other people never invalidate the correct code, and the number of codes bounds
/// the guesses.
enum CodeRules {
    /// The lifetime of a code in seconds (NIST SP 800-63B: at most ten minutes).
    static let lifetime = 600
    /// The maximum number of attempts per code.
    static let attempts = 5
    /// The maximum number of attempts for a code that was requested from a crowded network address.
    static let attemptsAtCrowdedOrigin = 2
    /// The maximum number of attempts for a code that was requested from an overcrowded network address.
    static let attemptsAtOvercrowdedOrigin = 1
    /// The minimum time between two codes to one address, in seconds.
    static let resendAfter = 30
    /// The number of requests within ten minutes for one address without an account. From this request on, a crowded
    /// origin always gets the code.
    ///
    /// This bounds the mails. An address has at most four requests a day from one origin, so at most half of the
    /// requests are mailed. A crowded origin has fewer than ten times `codesPerOrigin` requests in ten minutes.
    static let requestsAtCrowdedOrigin = 3
    /// The milliseconds of a turn. Behind an overcrowded origin, each address without an account has one turn in
    /// ``turns``.
    private static let turn: Int64 = 30_000
    private static let turns: Int64 = 20

    private static let tenMinutes: TimeInterval = 600
    private static let aDay: TimeInterval = 86_400

    /// The limit of one mailbox, shared by the origins that request codes for it. If four origins use up their codes, a
    /// fifth origin still gets a code at any time.
    ///
    /// The attempts of a day apply to the codes of that day and of the ten minutes before it, at most 10 + 8. These 18
    /// codes have five attempts each. Overcrowded origins add half as many codes with one attempt each. With these 99
    /// attempts a day, guessing succeeds for one mailbox in 10,101.
    static let codesPerMailbox = SharedLimit(
        name: "codes-per-mailbox", spacing: TimeInterval(resendAfter),
        tiers: [.init(count: 8, window: tenMinutes), .init(count: 10, window: aDay)])
    /// The limit of one mailbox for overcrowded origins: half of ``codesPerMailbox``. Such origins get codes for
    /// addresses with an account and for few others. Their codes are counted separately. With a common count,
    /// ``codesPerMailbox`` would be used up sooner for an address with an account, and its refusals would reveal the
    /// account.
    static let codesPerMailboxAtOvercrowdedOrigin = SharedLimit(
        name: "codes-per-mailbox-in-overcrowd", spacing: codesPerMailbox.spacing,
        tiers: [.init(count: 4, window: tenMinutes), .init(count: 5, window: aDay)])
    /// The limit of a known device, separate from the other limits.
    static let codesPerDevice = RateLimit(
        name: "codes-per-device",
        tiers: [
            .init(count: 1, window: TimeInterval(resendAfter)), .init(count: 3, window: tenMinutes),
            .init(count: 6, window: aDay),
        ])
    /// The wrong codes for one mailbox above which an alarm is raised, more than a person mistypes. No request fails.
    static let wrongCodesPerMailbox = RateLimit(
        name: "wrong-codes-per-mailbox", tiers: [.init(count: 20, window: aDay)])
    /// The wrong codes from one network address above which an alarm is raised: more than a campus mistypes.
    static let wrongCodesPerOrigin = RateLimit(
        name: "wrong-codes-per-origin", tiers: [.init(count: 100, window: tenMinutes)])

    // The names of the limits of one network address. The configuration decides their counts.
    static let (crowdedOrigin, overcrowdedOrigin) = ("codes-per-origin", "codes-per-overcrowd")
    static let newcomers = "newcomers-per-crowd"

    /// Whether it is the turn of an address. Each address has a turn every ten minutes.
    ///
    /// Only a holder of the digest's key can compute turns. So an attacker has to request codes for 20 made-up
    /// addresses on average to meet one turn.
    ///
    /// - Parameters:
    ///   - mailbox: The digest of the mailbox.
    ///   - now: The current time.
    static func isTurn(of mailbox: String, at now: Date) -> Bool {
        // The constant text comes last, because the last bytes change few bits of the hash.
        let (period, place) = (now.milliseconds / turn).quotientAndRemainder(dividingBy: turns)
        return Int64(ContentHash.seed(["\(period)", mailbox, "turn of an address"]) % UInt64(turns)) == place
    }
}

extension BackendConfiguration {
    /// The limit above which an origin is crowded. It counts the same requests as ``overcrowdedOrigin``.
    var crowdedOrigin: RateLimit { RateLimit(name: CodeRules.crowdedOrigin, codesPerOrigin) }

    /// The limit above which an origin is overcrowded. No request is refused, and a request without a mail is not
    /// stored.
    var overcrowdedOrigin: RateLimit { RateLimit(name: CodeRules.crowdedOrigin, tenfold) }

    /// The limit for codes that are mailed from an overcrowded origin to addresses with an account.
    var codesPerOvercrowdedOrigin: RateLimit { RateLimit(name: CodeRules.overcrowdedOrigin, tenfold) }

    /// The limit for codes that are mailed from a crowded or overcrowded origin to addresses without an account.
    /// Repeated requests of a crowded origin are not included.
    ///
    /// The codes are spread evenly over time, so that a burst of made-up addresses does not use up all of them.
    var newcomersPerCrowdedOrigin: RateLimit {
        RateLimit(
            name: CodeRules.newcomers,
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

/// A code that may still be tried. It is stored even if its mail is withheld from a crowded origin. It is deleted when
/// it is used up.
struct CodeRecord: ExpiringRecord {
    static let table = "codes"
    static var personalData: PersonalData<Self> {
        .expires(withinDays: 1, "The digests of a code and of its recipient's address.")
    }
    static let byMailbox = "mailbox"

    let challengeID: ChallengeID
    /// Digest of the mailbox.
    let mailbox: String
    /// Digest of the code, its challenge and the mailbox.
    let code: String
    /// The key of the known device that requested the code.
    let device: String?
    var attemptsLeft: Int
    let expiresAt: Date
    /// Whether a wrong code gets the same response as an unknown challenge. This is the case for codes from an
    /// overcrowded origin. There, an address that gets no mail has no record. A different response would reveal that an
    /// address got a mail. `nil` counts as `false`.
    var isQuiet: Bool?

    var key: String { challengeID.rawValue }

    var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byMailbox, group: mailbox, at: expiresAt)]
    }
}
