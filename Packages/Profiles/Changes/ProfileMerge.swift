public import OrbitModels
import Validation

/// A three-way merge of two edits of one profile, part by part.
///
/// A part that only one side changed gets the value of that side. Lists are merged element by element. A part that both
/// sides changed to different values is a conflict, which the user has to resolve. Until then, ``merged`` has my value.
///
/// ```swift
/// var merge = ProfileMerge(base: asItWasRead, mine: draft, theirs: asItIsNow)
/// for conflict in merge.conflicts { merge.settle(conflict, with: .theirs) }
/// try await service.update(merge.merged, replacing: newVersion)
/// ```
public struct ProfileMerge: Hashable, Sendable {
    /// A side of the merge.
    public enum Side: Hashable, Sendable {
        /// The edit on this device, or the edit made elsewhere.
        case mine, theirs
    }

    /// A part that both sides changed to different values.
    public struct Conflict: Hashable, Sendable, Identifiable {
        /// The part that both sides changed.
        public let part: ProfilePart
        /// The values on this side, as `ProfilePart.values(in:)` returns them; empty if this side removed the value.
        public let mine: [String]
        /// The values on the other side, in the same form.
        public let theirs: [String]

        /// The path of the part.
        public var id: String { part.path }
    }

    /// The merged profile. It has my value for a part in conflict.
    public private(set) var merged: Profile
    /// The conflicts that are not resolved yet, in the order of the form.
    public private(set) var conflicts: [Conflict] = []
    private let theirs: Profile

    /// Merges two edits of one profile.
    ///
    /// - Parameters:
    ///   - base: The profile that both edits are based on.
    ///   - mine: The profile as edited on this device.
    ///   - theirs: The profile as edited elsewhere.
    public init(base: Profile, mine: Profile, theirs: Profile) {
        merged = mine
        self.theirs = theirs
        for field in ProfileField.allCases {
            merge(field, Versions(base: base, mine: mine, theirs: theirs))
        }
    }

    /// Resolves a conflict with the value of `side`. Has no effect if the conflict is not in ``conflicts``.
    public mutating func settle(_ conflict: Conflict, with side: Side) {
        guard let index = conflicts.firstIndex(of: conflict) else { return }
        conflicts.remove(at: index)
        if side == .theirs { conflict.part.copy(from: theirs, to: &merged) }
    }

    private struct Versions {
        let base: Profile
        let mine: Profile
        let theirs: Profile
    }

    private mutating func merge(_ field: ProfileField, _ versions: Versions) {
        if takeOver(.member(field), versions) { return }
        switch field {
        case .photos:
            // A photo that both sides have is taken from `theirs`. The server sent it later, and the addresses of
            // photos may expire.
            let photos = list(versions, \.photos, by: \.id)
            let fresh = Dictionary(versions.theirs.photos.map { ($0.id, $0) }) { first, _ in first }
            merged.photos = photos.map { fresh[$0.id] ?? $0 }
        case .interests: merged.interests = list(versions, \.interests, by: InterestFolding.key(of:))
        case .friendshipGoals: merged.friendshipGoals = list(versions, \.friendshipGoals) { $0 }
        case .sports: mergeSports(versions)
        case .availability where mergeHours(versions): break
        default:
            for part in field.parts(in: [versions.base, versions.mine, versions.theirs]) { merge(part, versions) }
        }
    }

    private mutating func merge(_ part: ProfilePart, _ versions: Versions) {
        if takeOver(part, versions) { return }
        if part == .preferredTimes {
            merged.socialPreferences.preferredTimes = list(versions, \.socialPreferences.preferredTimes) { $0 }
        } else {
            dispute(part, versions)
        }
    }

    private mutating func dispute(_ part: ProfilePart, _ versions: Versions) {
        part.copy(from: versions.mine, to: &merged)
        conflicts.append(
            Conflict(part: part, mine: part.values(in: versions.mine), theirs: part.values(in: versions.theirs)))
    }

    /// Merges a part without a conflict. This is possible if at most one side changed the part, or if both sides have
    /// the same value. Returns whether it was possible.
    private mutating func takeOver(_ part: ProfilePart, _ versions: Versions) -> Bool {
        if part.isEqual(in: versions.mine, and: versions.theirs) { return true }
        if part.isEqual(in: versions.base, and: versions.theirs) { return true }
        guard part.isEqual(in: versions.base, and: versions.mine) else { return false }
        part.copy(from: versions.theirs, to: &merged)
        return true
    }

    private func list<Element, Key: Hashable>(
        _ versions: Versions, _ list: KeyPath<Profile, [Element]>, by key: (Element) -> Key
    ) -> [Element] {
        ListMerge.merged(
            base: versions.base[keyPath: list], mine: versions.mine[keyPath: list],
            theirs: versions.theirs[keyPath: list], by: key)
    }

    /// Merges sports as a list, and the level of each sport on its own. A sport that one side removed while the other
    /// side changed its level is also a conflict.
    private mutating func mergeSports(_ versions: Versions) {
        merged.sports = list(versions, \.sports, by: \.sport)
        for part in ProfileField.sports.parts(in: [versions.base, versions.mine, versions.theirs])
        where !takeOver(part, versions) {
            dispute(part, versions)
        }
    }

    /// Merges the free hours one by one if all versions use the same time zone. Returns whether they do.
    private mutating func mergeHours(_ versions: Versions) -> Bool {
        guard let mine = versions.mine.availability, let theirs = versions.theirs.availability,
            mine.timeZone == theirs.timeZone,
            versions.base.availability.map({ $0.timeZone == mine.timeZone }) ?? true
        else { return false }
        let base = versions.base.availability?.hours ?? HourSet()
        let all = Set(mine.hours.hours + theirs.hours.hours)
        let kept = all.filter { mine.hours.contains($0) && theirs.hours.contains($0) || !base.contains($0) }
        merged.availability?.hours = HourSet(kept)
        return true
    }
}
