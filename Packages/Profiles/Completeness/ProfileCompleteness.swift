public import OrbitModels
public import Validation

/// What a person gains by filling in a part of the profile.
public enum ProfileBenefit: String, CaseIterable, Hashable, Sendable {
    /// Others find them at all.
    case discoverable
    /// By free hours: times that suit both.
    case commonTimes = "common_times"
    /// By a photo: others recognise them.
    case recognition
    /// By the scales of personality.
    case betterSuggestions = "better_suggestions"
    /// By what they look for.
    case sharedGoals = "shared_goals"
    /// By a bio.
    case conversationStarters = "conversation_starters"
    /// By sports.
    case sportPartners = "sport_partners"
    /// By a major.
    case studyPartners = "study_partners"
}

/// How much of a profile is filled in, what is missing, and what that would bring.
///
/// ```swift
/// let completeness = ProfileCompleteness(of: profile, by: rules)
/// completeness.percent                    // 78
/// completeness.gaps.first?.benefit        // .commonTimes
/// ```
public struct ProfileCompleteness: Hashable, Sendable {
    /// Something to fill in or to put right. `MessageCatalogue` puts it into words.
    public struct Gap: Hashable, Sendable, Identifiable {
        /// As failures name it.
        public let path: String
        /// What filling it in would bring.
        public let benefit: ProfileBenefit
        /// Why what is there is not enough; `nil` if nothing is there and nothing has to be.
        public let failure: FieldFailure?

        /// The path.
        public var id: String { path }
        /// Where the form asks for it.
        public var step: ProfileStep? { ProfileStep(path: path) }
    }

    /// 0 to 100; less than 100 while anything is missing, whether it must be there or not.
    public let percent: Int
    /// Those that keep the profile from being discovered first, then by what they bring.
    public let gaps: [Gap]

    /// Whether nothing keeps the profile from being suggested to others.
    public var isDiscoverable: Bool { !gaps.contains { $0.benefit == .discoverable } }

    /// Measures a profile. The rules are those that the server applies.
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
        // What is wrong where nothing is counted.
        gaps += failures.map { Gap(path: $0.path, benefit: .discoverable, failure: $0) }
        let percent = (Self.items.count - missing) * 100 / Self.items.count
        self.percent = gaps.isEmpty ? 100 : min(percent, 99)
        self.gaps = gaps.filter { $0.benefit == .discoverable } + gaps.filter { $0.benefit != .discoverable }
    }

    /// Something that counts towards the whole.
    private struct Item {
        let parts: [ProfilePart]
        /// What it brings where the rules do not ask for it.
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
