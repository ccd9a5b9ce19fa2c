public import Foundation
public import OrbitModels

public enum PokeLimit: String, CaseIterable, Hashable, Sendable {
    case perDay = "per_day"
    case openAtOnce = "open_at_once"
    case perPerson = "per_person"
    case coolDown = "cool_down"

    /// Whether it stands in the way to one person, and not to everybody.
    public var isPersonal: Bool {
        switch self {
        case .perDay, .openAtOnce: false
        case .perPerson, .coolDown: true
        }
    }
}

/// A limit that somebody has come up against, and when it lets them go on.
public struct PokeLimitReached: Hashable, Sendable {
    public let limit: PokeLimit
    /// How many it allows.
    public let count: Int
    public let resetsAt: Date

    public init(limit: PokeLimit, count: Int, resetsAt: Date) {
        self.limit = limit
        self.count = count
        self.resetsAt = resetsAt
    }

    /// The wait after an attempt that came to nothing.
    static func coolDown(since end: Date) -> Self {
        Self(limit: .coolDown, count: 1, resetsAt: end.addingTimeInterval(PokeLimits.standard.coolDown))
    }

    /// The limit that a refused poke names; `nil` if it was refused for another reason.
    public init?(_ problem: Problem) {
        guard problem.code == .rateLimited, case .text(let name) = problem.details["limit_name"],
            let limit = PokeLimit(rawValue: name), let count = problem.details["limit"]?.integer,
            case .text(let text) = problem.details["resets_at"], let resetsAt = RFC3339.date(from: text)
        else { return nil }
        self.init(limit: limit, count: count, resetsAt: resetsAt)
    }

    /// As the server says it.
    public func problem(at now: Date) -> Problem {
        var details: [String: ParameterValue] = ["limit_name": .text(limit.rawValue), "limit": .integer(count)]
        if let text = RFC3339.string(from: resetsAt) { details["resets_at"] = .text(text) }
        let wait = resetsAt.timeIntervalSince(now).rounded(.up)
        return Problem(
            code: .rateLimited, message: message(at: now), retryAfter: max(1, Int(exactly: wait) ?? Int(Int32.max)),
            details: details)
    }

    /// What to do about it, and when: "Take one back, or try again in 3 days."
    public func message(at now: Date) -> String {
        let wait = Self.words(for: resetsAt.timeIntervalSince(now))
        return switch limit {
        case .perDay: "You have sent all your pokes for now. You can send more \(wait)."
        case .openAtOnce: "Many of your pokes still wait for an answer. Take one back, or try again \(wait)."
        case .perPerson, .coolDown:
            "You can poke this person again \(wait). They can poke you whenever they like."
        }
    }

    /// Rounded up, so that it is never too early.
    private static func words(for seconds: TimeInterval) -> String {
        let units: [(name: String, seconds: TimeInterval)] = [("days", 86_400), ("hours", 3_600), ("minutes", 60)]
        for unit in units where seconds > unit.seconds {
            guard let count = Int(exactly: (seconds / unit.seconds).rounded(.up)) else { break }
            return "in \(count) \(unit.name)"
        }
        return "in a minute"
    }
}
