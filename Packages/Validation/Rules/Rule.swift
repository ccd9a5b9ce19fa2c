public import OrbitModels

/// What a value must be, as a value: client and server hold it against the same thing.
///
/// Rules are combined in arrays, and all of them speak: nobody fixes one field only to hear of the next.
/// Failures name their place relative to the value, so a rule fits wherever the value stands.
///
/// ```swift
/// let rules: [Rule<Location>] = [
///     .field("city", { $0.city }, .text(Limits.city)),
///     .ifPresent("state", { $0.state }, .text(Limits.region)),
/// ]
/// rules.failures(in: Location(city: ""))  // city: required
/// ```
public struct Rule<Value>: Sendable {
    private let check: @Sendable (Value) -> [FieldFailure]

    /// A rule whose failures already name their place within the value; an empty path is the value itself.
    public init(_ check: @escaping @Sendable (Value) -> [FieldFailure]) {
        self.check = check
    }

    /// What the value breaks, in the order in which the rule looks.
    public func failures(in value: Value) -> [FieldFailure] { check(value) }

    /// The same rule, which no longer blocks.
    public var asWarning: Rule {
        Rule { value in
            failures(in: value).map { failure in
                var failure = failure
                failure.severity = .warn
                return failure
            }
        }
    }
}

extension Rule {
    /// A part of the value must obey the rules.
    public static func field<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { rules.failures(in: part($0)).under(path) }
    }

    /// A part must be there, and obey the rules.
    public static func required<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part?, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { value in
            guard let part = part(value) else { return [FieldFailure(path: path, code: .required)] }
            return rules.failures(in: part).under(path)
        }
    }

    /// A part may be missing; if it is there it must obey the rules.
    public static func ifPresent<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part?, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { value in part(value).map { rules.failures(in: $0).under(path) } ?? [] }
    }

    /// Every element of a list must obey the rules.
    public static func each<Element>(
        _ path: String, _ list: @escaping @Sendable (Value) -> [Element], _ rules: Rule<Element>...
    ) -> Rule {
        Rule { value in
            list(value).enumerated().flatMap { rules.failures(in: $1).under("\(path)[\($0)]") }
        }
    }

    /// A part that may be left unanswered, but not unnoticed.
    public static func answered(_ path: String, _ isAnswered: @escaping @Sendable (Value) -> Bool) -> Rule {
        Rule { isAnswered($0) ? [] : [FieldFailure(path: path, code: .leftUnanswered, severity: .warn)] }
    }
}

extension Array {
    /// What the value breaks of all the rules.
    public func failures<Value>(in value: Value) -> [FieldFailure] where Element == Rule<Value> {
        flatMap { $0.failures(in: value) }
    }
}

extension [FieldFailure] {
    /// The failures as seen from what contains the value.
    public func under(_ path: String) -> [FieldFailure] {
        map { failure in
            var failure = failure
            failure.path =
                failure.path.isEmpty ? path : "\(path)\(failure.path.hasPrefix("[") ? "" : ".")\(failure.path)"
            return failure
        }
    }

    /// Those that stop a form.
    public var blocking: [FieldFailure] { filter { $0.severity == .block } }

    /// Those that deserve a second look.
    public var warnings: [FieldFailure] { filter { $0.severity == .warn } }
}
