public import OrbitModels
import Validation

/// A change that saving would make to one part of a profile. `MessageCatalogue` puts it into words.
public struct ProfileChange: Hashable, Sendable, Identifiable {
    /// The kind of a change.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The part was empty before.
        case filledIn = "filled_in"
        /// The part is empty afterwards.
        case emptied
        /// The part had another value before.
        case changed
        /// Elements were added to a list, or removed from it.
        case added, removed
        /// The list has the same elements in another order.
        case reordered
    }

    /// The part that changes.
    public let part: ProfilePart
    /// The kind of the change.
    public let kind: Kind
    /// The values before the change, as `ProfilePart.values(in:)` returns them. If `kind` is `.removed`, only the
    /// removed elements; if it is `.added`, empty.
    public let before: [String]
    /// The values after the change. If `kind` is `.added`, only the added elements; if it is `.removed`, empty.
    public let after: [String]

    /// The part and the kind.
    public var id: String { "\(part.path) \(kind.rawValue)" }

    /// Returns all changes, in the order of the form. Ignores white space that cleaning removes.
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
