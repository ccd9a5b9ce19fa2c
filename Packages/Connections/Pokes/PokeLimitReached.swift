public import Foundation
public import OrbitModels

/// The limits on how often a person may poke.
public enum PokeLimit: String, CaseIterable, Hashable, Sendable {
    /// ``PokeLimits/perDay``.
    case perDay = "per_day"
    /// ``PokeLimits/openAtOnce``.
    case openAtOnce = "open_at_once"
    /// ``PokeLimits/perPerson``.
    case perPerson = "per_person"
    /// ``PokeLimits/coolDown``.
    case coolDown = "cool_down"

    /// Whether the limit applies to one recipient, and not to all.
    public var isPersonal: Bool {
        switch self {
        case .perDay, .openAtOnce: false
        case .perPerson, .coolDown: true
        }
    }
}

/// A limit that the user has reached, and the time at which it ends.
public struct PokeLimitReached: Hashable, Sendable {
    /// The limit.
    public let limit: PokeLimit
    /// The number of pokes that the limit allows.
    public let count: Int
    /// The time from which the limit allows a poke again.
    public let resetsAt: Date

    /// Creates the value.
    public init(limit: PokeLimit, count: Int, resetsAt: Date) {
        self.limit = limit
        self.count = count
        self.resetsAt = resetsAt
    }

    /// Returns the cooldown after an attempt that ended without a match.
    static func coolDown(since end: Date) -> Self {
        Self(limit: .coolDown, count: 1, resetsAt: end.addingTimeInterval(PokeLimits.standard.coolDown))
    }

    /// Creates the value from the problem of a refused poke; `nil` if it was refused for another reason.
    public init?(_ problem: Problem) {
        guard problem.code == .rateLimited, case .text(let name) = problem.details["limit_name"],
            let limit = PokeLimit(rawValue: name), let count = problem.details["limit"]?.integer,
            case .text(let text) = problem.details["resets_at"], let resetsAt = RFC3339.date(from: text)
        else { return nil }
        self.init(limit: limit, count: count, resetsAt: resetsAt)
    }

    /// Returns the problem that the server sends for this limit.
    public func problem(at now: Date) -> Problem {
        var details: [String: ParameterValue] = ["limit_name": .text(limit.rawValue), "limit": .integer(count)]
        if let text = RFC3339.string(from: resetsAt) { details["resets_at"] = .text(text) }
        let wait = resetsAt.timeIntervalSince(now).rounded(.up)
        return Problem(
            code: .rateLimited, message: message(at: now), retryAfter: max(1, Int(exactly: wait) ?? Int(Int32.max)),
            details: details)
    }

    /// Returns a message with the remedy and the time: "Take one back, or try again in 3 days."
    public func message(at now: Date, in words: LocalizedStrings = .english) -> String {
        let wait = Self.wait(of: resetsAt.timeIntervalSince(now), in: words)
        return words.text(
            limit.rawValue, in: PokeLimit.vocabulary, ["wait": .text(wait), "count": .integer(count)]) ?? ""
    }

    /// Returns the text of a wait, rounded up so that it never ends too early.
    private static func wait(of seconds: TimeInterval, in words: LocalizedStrings) -> String {
        let units: [(name: String, seconds: TimeInterval)] = [("days", 86_400), ("hours", 3_600), ("minutes", 60)]
        for unit in units where seconds > unit.seconds {
            guard let count = Int(exactly: (seconds / unit.seconds).rounded(.up)) else { break }
            return words.text(unit.name, in: PokeLimit.wait, ["count": .integer(count)]) ?? ""
        }
        return words.text("minute", in: PokeLimit.wait) ?? ""
    }
}
