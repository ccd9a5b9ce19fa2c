import Networking
import OrbitModels
import Profiles

extension ContractArea {
    /// `Docs/openapi/profiles.yaml`.
    static let profiles = {
        let profile = ContractSample.profile
        let effectiveDates = EffectiveDates(
            availability: ContractSample.day.map { EffectiveDate(from: $0, before: profile.availability) },
            coordinates: ContractSample.day.map { EffectiveDate(from: $0, before: profile.location?.coordinates) })
        let data = ProfileData(
            userID: "1", email: "m@x.edu", profile: profile, profileComplete: true, effectiveDates: effectiveDates)
        return ContractArea(
            routes: ProfileRoutes.all,
            events: .profiles,
            lists: [.profile],
            words: [
                GroupSize.self, MeetingFrequency.self, PreferredTime.self, FriendshipGoal.self, Sport.self,
                SkillLevel.self, Audience.self,
            ],
            full: [
                ("ProfileData", data), ("CountingValues", effectiveDates), ("Profile", profile),
                ("Person", ContractSample.person),
                ("Location", profile.location), ("Coordinates", profile.location?.coordinates),
                ("Photo", profile.photos[0]), ("Personality", profile.personality),
                ("SocialPreferences", profile.socialPreferences), ("WeeklyAvailability", profile.availability),
                ("SportEntry", profile.sports[0]), ("PersonData", Keyed(ContractSample.person)),
                ("PhotoData", Keyed(profile.photos[0])),
                ("SavedProfile", SavedProfile(data: data, version: EntityTag(rawValue: "x"))),
                ("ChangedPerson", ChangedPerson(person: ContractSample.person, version: 1)),
            ])
    }()
}
