import OrbitModels
public import Validation

/// Changes and gaps of a profile in words.
///
/// ```swift
/// MessageCatalogue.english.message(for: change)  // "Interests: added Podcasts."
/// MessageCatalogue.english.message(for: gap)     // "Add a photo, so that people recognise you."
/// ```
extension MessageCatalogue {
    /// Returns the sentence for a change that saving would make.
    public func message(for change: ProfileChange) -> String {
        let parameters: [String: ParameterValue] = [
            "part": .text(name(of: change.part)), "before": .text(list(change.before, of: change.part)),
            "after": .text(list(change.after, of: change.part)),
        ]
        return words.text(change.kind.rawValue, in: ProfileChange.Kind.vocabulary, parameters)
            ?? name(of: change.part)
    }

    /// Returns a sentence that asks the user to fill in a part, or the reason why its value is invalid.
    public func message(for gap: ProfileCompleteness.Gap) -> String {
        gap.failure.map { message(for: $0, in: .profile) } ?? words(gap.benefit)
    }

    /// Returns the name of a part of the profile.
    public func name(of part: ProfilePart) -> String {
        switch part {
        case .handle(let network): "\(words(ProfileField.socials)) (\(words(SocialNetwork(rawValue: network))))"
        case .sport(let sport): words(sport)
        case .audience(let name): "\(words(ProfileField.visibility)) (\(fieldName(name)))"
        default: words(part)
        }
    }

    /// Joins values from `ProfilePart.values(in:)` in one line. Leaves text that a person typed unchanged.
    public func list(_ values: [String], of part: ProfilePart) -> String {
        values.map { part.word(for: $0, words) }.joined(separator: ", ")
    }

    private func fieldName(_ name: String) -> String {
        words.text(name, in: ProfilePart.vocabulary) ?? name
    }
}

extension ProfilePart {
    /// Returns a value of this part in words. Only codes are looked up.
    fileprivate func word(for value: String, _ words: LocalizedStrings) -> String {
        switch self {
        case .groupSize: words(GroupSize(rawValue: value))
        case .meetingFrequency: words(MeetingFrequency(rawValue: value))
        case .preferredTimes: words(PreferredTime(rawValue: value))
        case .sport: words(SkillLevel(rawValue: value))
        case .audience: words(Audience(rawValue: value))
        case .member(.friendshipGoals): words(FriendshipGoal(rawValue: value))
        case .member(.sports): words(Sport(rawValue: value))
        case .member(.interests): words(Interest(value))
        default: value
        }
    }
}
