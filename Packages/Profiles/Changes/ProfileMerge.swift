public import OrbitModels
import Validation

/// Two edits of one profile brought together, part by part.
///
/// What only one side changed is taken over, whichever side it was. Lists are merged element by element.
/// What both changed to different values is a conflict, which a person has to settle; until then the merged
/// profile has mine.
///
/// ```swift
/// var merge = ProfileMerge(base: asItWasRead, mine: draft, theirs: asItIsNow)
/// for conflict in merge.conflicts { merge.settle(conflict, with: .theirs) }
/// try await service.update(merge.merged, replacing: newVersion)
/// ```
public struct ProfileMerge: Hashable, Sendable {
    /// A side of the merge.
    public enum Side: Hashable, Sendable {
        /// What was changed here, and what was changed elsewhere.
        case mine, theirs
    }

    /// A part that both sides changed, each to something else.
    public struct Conflict: Hashable, Sendable, Identifiable {
        /// What both have changed.
        public let part: ProfilePart
        /// What either side made of it, as `ProfilePart.values(in:)` gives it; empty where it was taken out.
        public let mine: [String]
        /// What the other side made of it, in the same form.
        public let theirs: [String]

        /// The path of the part.
        public var id: String { part.path }
    }

    /// The profile with both edits; where there is a conflict, with mine.
    public private(set) var merged: Profile
    /// What is not settled yet, in the order of the form.
    public private(set) var conflicts: [Conflict] = []
    private let theirs: Profile

    /// - Parameter base: what both sides began with.
    public init(base: Profile, mine: Profile, theirs: Profile) {
        merged = mine
        self.theirs = theirs
        for field in ProfileField.allCases {
            merge(field, Versions(base: base, mine: mine, theirs: theirs))
        }
    }

    /// Decides a conflict.
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
            // Theirs are fresher: their addresses may expire.
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

    /// Whether at most one side changed the part; then the merged profile has it.
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

    /// Sports as a list, and the level of those that both have on its own. One that a side took out while
    /// the other changed its level is a conflict too.
    private mutating func mergeSports(_ versions: Versions) {
        merged.sports = list(versions, \.sports, by: \.sport)
        for part in ProfileField.sports.parts(in: [versions.base, versions.mine, versions.theirs])
        where !takeOver(part, versions) {
            dispute(part, versions)
        }
    }

    /// Hours are merged one by one if both keep to one zone; whether they do.
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
