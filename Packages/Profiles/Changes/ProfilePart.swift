import Foundation
public import OrbitModels

/// The smallest unit of a profile that is changed, compared and merged on its own.
public enum ProfilePart: Hashable, Sendable {
    /// A member as a whole.
    case member(ProfileField)
    /// A scale of `personality`.
    case introvertExtrovert
    /// A scale of `personality`.
    case spontaneousPlanner
    /// A scale of `personality`.
    case activeRelaxed
    /// A member of `social_preferences`.
    case groupSize
    /// A member of `social_preferences`.
    case meetingFrequency
    /// A member of `social_preferences`.
    case preferredTimes
    /// The name on one network.
    case handle(String)
    /// The level at a sport.
    case sport(Sport)
    /// The audience of one member, by the member's name.
    case audience(String)

    /// The path of the part in failures, such as `bio`, `personality.active_relaxed` or `socials.instagram`.
    public var path: String {
        switch self {
        case .member(let field): field.rawValue
        case .introvertExtrovert: "personality.introvert_extrovert"
        case .spontaneousPlanner: "personality.spontaneous_planner"
        case .activeRelaxed: "personality.active_relaxed"
        case .groupSize: "social_preferences.group_size"
        case .meetingFrequency: "social_preferences.meeting_frequency"
        case .preferredTimes: "social_preferences.preferred_times"
        case .handle(let network): "socials.\(network)"
        case .sport(let sport): "sports.\(sport)"
        case .audience(let name): "visibility.\(name)"
        }
    }

    /// The field of the form that contains the part.
    public var field: ProfileField {
        switch self {
        case .member(let field): field
        case .introvertExtrovert, .spontaneousPlanner, .activeRelaxed: .personality
        case .groupSize, .meetingFrequency, .preferredTimes: .socialPreferences
        case .handle: .socials
        case .sport: .sports
        case .audience: .visibility
        }
    }

    /// Returns the values of the part: codes if the part has codes, and otherwise the owner's own words. The result is
    /// empty if the owner has not filled in the part. Use the values for comparison and display, not for storage.
    public func values(in profile: Profile) -> [String] {
        switch self {
        case .member(let field): Self.values(of: field, in: profile)
        case .introvertExtrovert: Self.values(profile.personality.introvertExtrovert)
        case .spontaneousPlanner: Self.values(profile.personality.spontaneousPlanner)
        case .activeRelaxed: Self.values(profile.personality.activeRelaxed)
        case .groupSize: [profile.socialPreferences.groupSize].compactMap(\.?.rawValue)
        case .meetingFrequency: [profile.socialPreferences.meetingFrequency].compactMap(\.?.rawValue)
        case .preferredTimes: profile.socialPreferences.preferredTimes.map(\.rawValue)
        case .handle(let network): [profile.socials.handles[network]].compactMap(\.self)
        case .sport(let sport): [profile[levelOf: sport]].compactMap(\.?.rawValue)
        case .audience(let name): [profile.audiences[name]].compactMap(\.?.rawValue)
        }
    }

    private static func values(_ scale: UnitInterval?) -> [String] {
        scale.map { ["\(Int(($0.value * 100).rounded())) %"] } ?? []
    }

    private static func values(of field: ProfileField, in profile: Profile) -> [String] {
        switch field {
        case .name: profile.name.isEmpty ? [] : [profile.name]
        case .birthMonth: [profile.birthMonth].compactMap(\.?.description)
        case .age: [profile.statedAge].compactMap(\.?.description)
        case .major: [profile.major].compactMap(\.self)
        case .location: [profile.location?.city, profile.location?.state].compactMap(\.self)
        case .coordinates: profile.location?.coordinates.map { ["\($0.latitude)", "\($0.longitude)"] } ?? []
        case .bio: profile.bio.isEmpty ? [] : [profile.bio]
        case .photos: profile.photos.map(\.id.rawValue)
        case .interests: profile.interests.map(\.label)
        case .friendshipGoals: profile.friendshipGoals.map(\.rawValue)
        case .availability: profile.availability.map { [$0.hours.text(), $0.timeZone.identifier] } ?? []
        case .sports: profile.sports.map(\.sport.rawValue)
        case .personality, .socialPreferences, .socials, .visibility:
            field.parts(in: [profile]).flatMap { $0.values(in: profile) }
        }
    }
}

extension ProfileField {
    /// Returns the parts of the member in any of `profiles`. A member that changes as a whole has one part: the member
    /// itself.
    func parts(in profiles: [Profile]) -> [ProfilePart] {
        switch self {
        case .coordinates: []  // they change together with `location`
        case .personality: [.introvertExtrovert, .spontaneousPlanner, .activeRelaxed]
        case .socialPreferences: [.groupSize, .meetingFrequency, .preferredTimes]
        case .socials: Set(profiles.flatMap(\.socials.handles.keys)).sorted().map { .handle($0) }
        case .visibility: Set(profiles.flatMap(\.audiences.keys)).sorted().map { .audience($0) }
        case .sports:
            Set(profiles.flatMap { $0.sports.map(\.sport.rawValue) }).sorted().map { .sport(Sport(rawValue: $0)) }
        default: [.member(self)]
        }
    }
}

extension Profile {
    var audiences: [String: Audience] {
        get { visibility?.settings ?? [:] }
        set { visibility = ProfileVisibility(settings: newValue) }
    }

    /// The person's level at a sport. Setting `nil` removes the sport.
    subscript(levelOf sport: Sport) -> SkillLevel? {
        get { sports.first { $0.sport == sport }?.level }
        set {
            if let newValue, let index = sports.firstIndex(where: { $0.sport == sport }) {
                sports[index].level = newValue
            } else if let newValue {
                sports.append(SportEntry(sport: sport, level: newValue))
            } else {
                sports.removeAll { $0.sport == sport }
            }
        }
    }
}
