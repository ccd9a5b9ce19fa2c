public import OrbitModels
public import Validation

/// A benefit of filling in a part of the profile.
public enum ProfileBenefit: String, CaseIterable, Hashable, Sendable {
    /// Gained with the required parts: other people can find the person.
    case discoverable
    /// Gained with free hours: times that suit both people.
    case commonTimes = "common_times"
    /// Gained with a photo: other people recognise the person.
    case recognition
    /// Gained with the scales of personality.
    case betterSuggestions = "better_suggestions"
    /// Gained with friendship goals.
    case sharedGoals = "shared_goals"
    /// Gained with a bio.
    case conversationStarters = "conversation_starters"
    /// Gained with sports.
    case sportPartners = "sport_partners"
    /// Gained with a major.
    case studyPartners = "study_partners"
}

/// The completeness of a profile: a percentage, and the gaps with the benefit of filling in each gap.
///
/// ```swift
/// let completeness = ProfileCompleteness(of: profile, by: rules)
/// completeness.percent                    // 78
/// completeness.gaps.first?.benefit        // .commonTimes
/// ```
public struct ProfileCompleteness: Hashable, Sendable {
    /// A part to fill in or to correct. `MessageCatalogue` puts it into words.
    public struct Gap: Hashable, Sendable, Identifiable {
        /// The path of the part, as in failures.
        public let path: String
        /// The benefit of filling in the part.
        public let benefit: ProfileBenefit
        /// The reason why the value is insufficient; `nil` if the part is empty and optional.
        public let failure: FieldFailure?

        /// The path.
        public var id: String { path }
        /// The step of the form that contains the part.
        public var step: ProfileStep? { ProfileStep(path: path) }
    }

    /// The percentage, from 0 to 100. It is below 100 while any part is missing, required or optional.
    public let percent: Int
    /// The gaps. Gaps that keep the profile from being suggested come first. The other gaps follow in the order of the
    /// cases of ``ProfileBenefit``.
    public let gaps: [Gap]

    /// Whether no gap prevents the profile from being suggested to other people.
    public var isDiscoverable: Bool { !gaps.contains { $0.benefit == .discoverable } }

    /// Measures a profile with `rules`, which are the rules that the server applies.
    public init(of profile: Profile, by rules: ProfileRules) {
        var failures = rules.failures(in: profile.cleaned).blocking
        var gaps: [Gap] = []
        for item in Self.items {
            let own = failures.filter { item.covers($0.path) }
            failures.removeAll { item.covers($0.path) }
            if let failure = own.first {
                gaps.append(Gap(path: failure.path, benefit: .discoverable, failure: failure))
            } else if let benefit = item.benefit, !item.isAnswered(in: profile) {
                gaps.append(Gap(path: item.path, benefit: benefit, failure: nil))
            }
        }
        let missing = gaps.count
        // Failures of parts that no item covers.
        gaps += failures.map { Gap(path: $0.path, benefit: .discoverable, failure: $0) }
        let percent = (Self.items.count - missing) * 100 / Self.items.count
        self.percent = gaps.isEmpty ? 100 : min(percent, 99)
        self.gaps = gaps.filter { $0.benefit == .discoverable } + gaps.filter { $0.benefit != .discoverable }
    }

    /// One or more parts that count towards the percentage as a unit.
    private struct Item {
        let parts: [ProfilePart]
        /// The benefit of an item that the rules do not require.
        var benefit: ProfileBenefit?

        var path: String { parts.count == 1 ? parts[0].path : parts[0].field.rawValue }

        func covers(_ path: String) -> Bool {
            path == self.path || path.hasPrefix("\(self.path).") || path.hasPrefix("\(self.path)[")
        }

        func isAnswered(in profile: Profile) -> Bool {
            parts.allSatisfy { !$0.values(in: profile).isEmpty }
        }
    }

    private static let items: [Item] = [
        Item(parts: [.member(.name)]), Item(parts: [.member(.birthMonth)]), Item(parts: [.member(.location)]),
        Item(parts: [.member(.interests)]), Item(parts: [.groupSize]), Item(parts: [.meetingFrequency]),
        Item(parts: [.preferredTimes]),
        Item(parts: [.member(.availability)], benefit: .commonTimes),
        Item(parts: [.member(.photos)], benefit: .recognition),
        Item(
            parts: [.introvertExtrovert, .spontaneousPlanner, .activeRelaxed], benefit: .betterSuggestions),
        Item(parts: [.member(.friendshipGoals)], benefit: .sharedGoals),
        Item(parts: [.member(.bio)], benefit: .conversationStarters),
        Item(parts: [.member(.sports)], benefit: .sportPartners),
        Item(parts: [.member(.major)], benefit: .studyPartners),
    ]
}
