public import OrbitModels
import Validation

/// One thing that saving would change: where, how, and from what to what. `MessageCatalogue` puts it into words.
public struct ProfileChange: Hashable, Sendable, Identifiable {
    /// How a part changes.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// It was empty before.
        case filledIn = "filled_in"
        /// It is empty afterwards.
        case emptied
        /// It had another value.
        case changed
        /// Elements of a list.
        case added, removed
        /// The same elements in another order.
        case reordered
    }

    /// What changes.
    public let part: ProfilePart
    /// How it changes.
    public let kind: Kind
    /// As `ProfilePart.values(in:)` gives them; of a list only the elements that were removed.
    public let before: [String]
    /// Of a list only the elements that were added.
    public let after: [String]

    /// The part and the kind.
    public var id: String { "\(part.path) \(kind.rawValue)" }

    /// Everything that differs, in the order of the form. Spaces that cleaning would drop do not count.
    ///
    /// ```swift
    /// for change in ProfileChange.changes(from: saved, to: draft) { print(MessageCatalogue.english.message(for: change)) }
    /// // Interests: added Podcasts.
    /// ```
    public static func changes(from before: Profile, to after: Profile) -> [ProfileChange] {
        let (before, after) = (before.cleaned, after.cleaned)
        return ProfileField.allCases.flatMap { field -> [ProfileChange] in
            if ProfilePart.member(field).isEqual(in: before, and: after) { return [] }
            let changes = field.parts(in: [before, after]).flatMap { Self.changes(of: $0, from: before, to: after) }
            return changes.isEmpty && field == .sports
                ? [reordering(of: .member(field), from: before, to: after)] : changes
        }
    }

    private static func changes(of part: ProfilePart, from before: Profile, to after: Profile) -> [ProfileChange] {
        if part.isEqual(in: before, and: after) { return [] }
        let (old, new) = (part.values(in: before), part.values(in: after))
        if !part.isList || old.isEmpty || new.isEmpty {
            let kind: Kind = old.isEmpty ? .filledIn : new.isEmpty ? .emptied : .changed
            return [ProfileChange(part: part, kind: kind, before: old, after: new)]
        }
        let (removed, added) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
        var changes: [ProfileChange] = []
        if !removed.isEmpty { changes.append(ProfileChange(part: part, kind: .removed, before: removed, after: [])) }
        if !added.isEmpty { changes.append(ProfileChange(part: part, kind: .added, before: [], after: added)) }
        return changes.isEmpty ? [reordering(of: part, from: before, to: after)] : changes
    }

    private static func reordering(of part: ProfilePart, from before: Profile, to after: Profile) -> ProfileChange {
        ProfileChange(part: part, kind: .reordered, before: part.values(in: before), after: part.values(in: after))
    }
}

extension ProfilePart {
    fileprivate var isList: Bool {
        switch self {
        case .preferredTimes, .member(.photos), .member(.interests), .member(.friendshipGoals): true
        default: false
        }
    }
}
