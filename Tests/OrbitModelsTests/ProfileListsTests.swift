import Foundation
import OrbitModels
import Testing

/// The lists of a profile in all of their wire formats.
@Suite struct ProfileListsTests {
    private func profile(_ members: String) throws -> Profile {
        try OrbitJSON.decoder.decode(Profile.self, from: Data(#"{"name":"Ana",\#(members)}"#.utf8))
    }

    private func reason(_ members: String) throws -> String? {
        let list = try OrbitJSON.decoder.decode(
            LossyList<Profile>.self, from: Data(#"[{"name":"Ana",\#(members)}]"#.utf8))
        return list.quarantined.first?.reason
    }

    @Test func `photos may be objects, URLs or both`() throws {
        let (one, other) = (Photo(id: "a", url: "https://x.test/1"), Photo(id: "b", url: "b"))
        #expect(try profile(#""photos":[{"id":"a","url":"https://x.test/1"}]"#).photos == [one])
        #expect(try profile(#""photos":["b"]"#).photos == [other])
        #expect(try profile(#""photos":["b",{"id":"a","url":"https://x.test/1"}]"#).photos == [other, one])
        #expect(try profile(#""photos":[{"id":"a","url":"https://x.test/1"},"b"]"#).photos == [one, other])
        #expect(try profile(#""photos":[]"#).photos.isEmpty)
    }

    @Test(arguments: ["photos", "interests", "friendship_goals"]) func `a null list is decoded empty`(name: String)
        throws
    {
        let profile = try profile("\"\(name)\":null")
        #expect(profile.photos.isEmpty && profile.interests.isEmpty && profile.friendshipGoals.isEmpty)
    }

    @Test(arguments: ["photos", "interests", "friendship_goals"])
    func `the reason for a broken element has its path but not its value`(name: String) throws {
        let reason = try #require(try reason("\"\(name)\":[\"fine\",4711]"))
        #expect(reason.contains(name))
        #expect(!reason.contains("4711"))
        #expect(try self.reason("\"\(name)\":\"secret\"")?.contains("secret") == false)
    }

    @Test func `unknown choices are kept, and older spellings are decoded as today's`() throws {
        let preferences = try profile(
            #""social_preferences":{"group_size":"huge","meeting_frequency":"Bi-weekly","preferred_times":["dawn","Evenings"]}"#
        ).socialPreferences
        #expect(preferences.groupSize == GroupSize(rawValue: "huge"))
        #expect(preferences.meetingFrequency == .biweekly)
        #expect(preferences.preferredTimes == [PreferredTime(rawValue: "dawn"), .evenings])
    }
}
