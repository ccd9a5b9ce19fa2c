import Foundation
import Meetups
import Networking
import OrbitModels
import Testing

/// The JSON of bodies, pages and events. Entities of `OrbitModels` have golden files in the tests of that module.
@Suite struct WireTests {
    private typealias Given = MeetupsUnderTest

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try OrbitJSON.encoder.encode(value), as: UTF8.self)
    }

    private func expect<Value: Codable & Equatable>(
        _ value: Value, is text: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try json(value) == text, sourceLocation: location)
        #expect(
            try OrbitJSON.decoder.decode(Value.self, from: Data(text.utf8)) == value, sourceLocation: location)
    }

    private func members(_ value: some Encodable) throws -> Set<String> {
        let object = try JSONSerialization.jsonObject(with: OrbitJSON.encoder.encode(value)) as? [String: Any]
        return Set(try #require(object).keys)
    }

    @Test func `request bodies have the members of the contract`() throws {
        try expect(
            JoinMeetupRequest(message: "Hi", companions: 1),
            is: #"{"companions":1,"despite_blocks":false,"message":"Hi"}"#)
        try expect(
            CancelMeetupRequest(reason: .weather, scope: .following), is: #"{"reason":"weather","scope":"following"}"#)
        try expect(CancelMeetupRequest(reason: .other), is: #"{"reason":"other"}"#)
        try expect(DeclineRequestRequest(reason: .full), is: #"{"reason":"full"}"#)
        try expect(DeclineRequestRequest(), is: "{}")
        try expect(
            InvitePeopleRequest(userIDs: ["liam"], respondBy: Given.now, companions: 2, role: .optional),
            is: #"{"companions":2,"respond_by":"2027-01-15T08:00:00Z","role":"optional","user_ids":["liam"]}"#)
        try expect(
            InvitationReplyRequest(reply: .maybe), is: #"{"companions":0,"despite_blocks":false,"reply":"maybe"}"#)
        try expect(PostRequest(text: "Hi"), is: #"{"text":"Hi"}"#)
        try expect(
            RefusedInvitee(userID: "liam", code: .notFound), is: #"{"code":"not_found","user_id":"liam"}"#)
    }

    @Test func `the place of an entry ignores whether it is exact, but not a value of another type`() throws {
        func place(_ json: String) throws -> PlaceEntry {
            try OrbitJSON.decoder.decode(PlaceEntry.self, from: Data(json.utf8))
        }
        let expected = PlaceEntry(name: "Court 3")
        #expect(try place(#"{"name":"Court 3"}"#) == expected)
        #expect(try place(#"{"name":"Court 3","exact":false}"#) == expected)
        for exact in ["1", #""yes""#, "[]"] {
            #expect(throws: DecodingError.self, "\(exact)") { try place(#"{"name":"Court 3","exact":\#(exact)}"#) }
        }
    }

    @Test func `a plan that is entered has the members of a plan, and may break its rules`() throws {
        var entry = Given.entry()
        entry.place.coordinates = CoordinatesEntry(latitude: 91, longitude: 0)
        entry.end = entry.start
        entry.repeats = "FREQ=WEEKLY;COUNT=8"
        try expect(
            entry,
            is: #"{"approval":"automatic","description":"","end_time":"2027-01-17T08:00:00Z","event_type":"social","#
                + #""interest_tags":[],"place":{"coordinates":{"lat":91,"lng":0}},"reconfirm":false,"#
                + #""repeats":"FREQ=WEEKLY;COUNT=8","sport":"tennis","time":"2027-01-17T08:00:00Z","#
                + #""time_zone":"GMT","title":"Tennis","visibility":"campus"}"#)
        let plan = try members(Given.plan("x", capacity: 4, joinBy: 1))
        #expect(plan.isSubset(of: try members(full)))
    }

    /// An entry with every member.
    private var full: MeetupEntry {
        var entry = Given.entry()
        (entry.sportLevel, entry.capacity, entry.joinBy) = (.beginner, 4, Given.now)
        return entry
    }

    @Test func `optional members may be omitted from a body`() throws {
        func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
            try OrbitJSON.decoder.decode(type, from: Data(text.utf8))
        }
        #expect(try read("{}", as: JoinMeetupRequest.self) == JoinMeetupRequest())
        #expect(try read(#"{"user_ids":["a"]}"#, as: InvitePeopleRequest.self) == InvitePeopleRequest(userIDs: ["a"]))
        #expect(try read(#"{"reply":"no"}"#, as: InvitationReplyRequest.self) == InvitationReplyRequest(reply: .no))
        let empty = try read("{}", as: MeetupEntry.self)
        #expect(empty == MeetupEntry(timeZone: "", visibility: .invited))
        #expect(MeetupPlanRules(at: Given.now).failures(in: empty).count == 5)
    }

    @Test func `lists and events have the members of the contract`() throws {
        #expect(try members(Given.listing()) == ["meetup", "host", "host_is_certified"])
        #expect(try members(Page([Given.listing()])) == ["meetups"])
        #expect(try members(Given.request("r")) == ["request", "person", "meetup_title", "meetup_time"])
        #expect(try members(Page([Given.request("r")], nextCursor: "n")) == ["requests", "next_cursor"])
        #expect(try members(Given.received("i")) == ["invitation", "meetup", "inviter"])
        #expect(try members(Page([Given.received("i")])) == ["invitations"])
        #expect(try members(Page([Given.sent("i", to: "liam")])) == ["invitations"])
        #expect(try members(InvitedPeople(invited: [])) == ["invited", "refused"])
        #expect(try members(Page([Given.attendee("liam")])) == ["attendees"])
        #expect(try members(Given.attendee("liam")) == ["attendance", "person"])
        #expect(try members(Page([Given.item("p")])) == ["posts"])
        #expect(try members(Given.item("p")) == ["post", "author"])
        try expect(Keyed(MeetupID("m")), is: #"{"meetup_id":"m"}"#)
        try expect(Keyed(JoinRequestID("r")), is: #"{"request_id":"r"}"#)
        try expect(Keyed(InvitationID("i")), is: #"{"invitation_id":"i"}"#)
        let attendee = Given.attendee("liam")
        let changed = ChangedAttendee(meetupID: "m", attendance: attendee.attendance, person: attendee.person)
        #expect(try members(changed) == ["meetup_id", "attendance", "person"])
        try expect(CalendarFeed(), is: "{}")
        #expect(
            try members(NewCalendarAddress(token: CalendarToken("x"), createdAt: Given.now)) == ["token", "created_at"])
    }

    @Test func `every event is read by its catalogue`() {
        let kinds: Set<EventKind> = [
            .meetupChanged, .meetupGone, .meetupCalledOff, .meetupRequestReceived, .meetupRequestClosed, .meetupInvited,
            .meetupInvitationClosed, .meetupInvitationChanged, .meetupPosted, .meetupPostChanged,
            .meetupAttendeeChanged, .suggestionConsentChanged, .calendarChanged, .personChanged,
        ]
        #expect(EventCatalogue.meetups.kinds == kinds)
    }

    @Test func `no two routes are the same, and all need a session`() {
        let all =
            MeetupRoutes.all + MeetupGuestRoutes.all + MeetupRequestRoutes.all + InvitationRoutes.all
            + MeetupFeedRoutes.all + MeetupMapRoutes.all + MeetupSuggestionRoutes.all
        #expect(Set(all).count == 34)
        #expect(all.allSatisfy { $0.access == .session && $0.path.hasPrefix("/meetups") })
    }

    @Test func `a list of meetups contains counts and no people but the host`() throws {
        let text = try json(Given.listing("m", going: 7))
        #expect(text.contains(#""going_count":7"#) && !text.contains("attendees") && !text.contains("invited"))
    }

    @Test func `every vocabulary of the module has English words`() {
        for vocabulary in Vocabulary.meetups {
            #expect(!vocabulary.english.isEmpty)
            let parameters: [String: ParameterValue] = [
                "time": "03:30", "interval": 2, "days": "Tuesday", "day": 3, "ordinal": "last", "first": "a",
                "second": "b", "rule": "every day", "count": 8, "interest": "Music", "sport": "Tennis",
            ]
            for (code, template) in vocabulary.english {
                #expect(template(parameters)?.isEmpty == false, "\(vocabulary.name) \(code)")
            }
        }
    }
}
