import OrbitModels
public import Validation

/// Turns changes, gaps and codes of a profile into words. Keyed by code, so that rewording one language breaks
/// no other.
///
/// ```swift
/// ProfileWords.english.message(for: change)  // "Interests: added Podcasts."
/// ProfileWords.english.message(for: gap)     // "Add a photo, so that people recognise you."
/// ```
public struct ProfileWords: Sendable {
    /// What parts are called, by path; those under `socials`, `sports` and `visibility` share a name.
    public var parts: [String: String]
    /// What codes are called: those of group sizes, goals, sports and all the others of a profile.
    public var labels: [String: String]
    /// With the parameters `part`, `before` and `after`.
    public var changes: [ProfileChange.Kind: Phrase]
    public var benefits: [ProfileBenefit: Phrase]
    /// For a gap whose failure says what to do; also for those without words of their own.
    public var failures: MessageCatalogue
    /// What a person without a name that shows is called.
    public var nameless: String

    public init(
        parts: [String: String], labels: [String: String], changes: [ProfileChange.Kind: Phrase],
        benefits: [ProfileBenefit: Phrase], failures: MessageCatalogue, nameless: String
    ) {
        self.parts = parts
        self.labels = labels
        self.changes = changes
        self.benefits = benefits
        self.failures = failures
        self.nameless = nameless
    }

    /// The words for a code; the code itself if there are none, or what somebody typed.
    public func label(of code: String) -> String { labels[code] ?? code }

    public func name(of part: ProfilePart) -> String {
        switch part {
        case .handle(let network): "\(parts["socials"] ?? "socials") (\(label(of: network)))"
        case .sport(let sport): label(of: sport.rawValue)
        case .audience(let name): "\(parts["visibility"] ?? "visibility") (\(parts[name] ?? name))"
        default: parts[part.path] ?? part.path
        }
    }

    public func message(for change: ProfileChange) -> String {
        let parameters: [String: ParameterValue] = [
            "part": .text(name(of: change.part)), "before": .text(list(change.before)),
            "after": .text(list(change.after)),
        ]
        return changes[change.kind]?(parameters) ?? name(of: change.part)
    }

    /// What to fill in, or what is wrong with what is there.
    public func message(for gap: ProfileCompleteness.Gap) -> String {
        if let failure = gap.failure { return failures.message(for: failure) }
        return benefits[gap.benefit]?([:]) ?? parts[gap.path] ?? gap.path
    }

    /// Values as `ProfilePart.values(in:)` gives them, in one line.
    public func list(_ values: [String]) -> String { values.map(label).joined(separator: ", ") }
}
