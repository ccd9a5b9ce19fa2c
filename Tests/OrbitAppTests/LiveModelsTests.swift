import Auth
import Connections
import Discover
import Matching
import Meetups
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Testing

@testable import OrbitApp

@Suite @MainActor struct LiveModelsTests {
    private let campus = SmallCampus()

    @Test func `models of a person and a meetup are shared while retained, and forms are not`() async throws {
        let maya = try await campus.phone("maya")
        let liam = try await campus.join("liam")
        let meetup = try await maya.host(at: campus.clock)
        let user = maya.user
        let sheet = user.sheet(of: try liam.user.ownID)
        await sheet.load()
        let person = try #require(sheet.person.value)
        #expect(user.sheet(of: person) === sheet && user.sheet(of: person.id) === sheet)
        let opened = user.meetup(meetup.id)
        #expect(user.meetup(meetup) === opened && user.meetup(meetup.id, link: "abc") === opened)
        #expect(opened.listing.value == meetup)
        let (feed, attendees) = (try #require(user.feed(of: meetup.id)), user.attendees(of: meetup))
        #expect(user.feed(of: meetup.id) === feed && user.attendees(of: meetup) === attendees)
        let (sent, sharing, hint) = (
            user.sentInvitations(to: meetup.id), user.sharing(of: meetup.id), user.attendanceHint(of: meetup.id)
        )
        #expect(user.sentInvitations(to: meetup.id) === sent && user.sharing(of: meetup.id) === sharing)
        #expect(user.attendanceHint(of: meetup.id) === hint)
        #expect(user.meetupForm(editing: meetup.id) !== user.meetupForm(editing: meetup.id))
    }

    @Test func `lists of a filter and comments on a post are shared while retained`() async throws {
        let maya = try await campus.phone("maya")
        let meetup = try await maya.host(at: campus.clock)
        let user = maya.user
        let filter = MeetupFilter(eventTypes: [.social])
        let found = user.foundMeetups(by: filter)
        #expect(user.foundMeetups(by: filter) === found)
        #expect(found.filter == filter)
        #expect(user.foundMeetups(by: MeetupFilter()) !== found)
        let feed = try #require(user.feed(of: meetup.id))
        await feed.posts.load()
        await feed.post("Who brings a ball?")
        let post = try #require(feed.posts.known.first?.post)
        let comments = try #require(user.comments(on: post))
        #expect(user.comments(on: post) === comments)
        await comments.comments.load()
        #expect(await comments.comment("I do.") == .done)
        #expect(comments.comments.known.map(\.post.text) == ["I do."])
    }

    @Test func `an unreferenced model is released, and the next sign-in has other models`()
        async throws
    {
        let maya = try await campus.join("maya")
        let liam = try await campus.join("liam")
        let id = try liam.user.ownID
        weak var released: PersonViewModel?
        do {
            let sheet = maya.user.sheet(of: id)
            released = sheet
        }
        #expect(released == nil)
        let sheet = maya.user.sheet(of: id)
        try await maya.app.logout()
        await campus.signIn("maya", on: maya.app)
        let again = try #require(maya.app.user)
        #expect(again.sheet(of: id) !== sheet)
    }

    @Test func `the user's card shows the saved profile, and a match's card the match and its origin`()
        async throws
    {
        let maya = try await campus.join("maya", change: { $0.major = "Physics" })
        let liam = try await campus.join("liam", change: { $0.major = "Law" })
        #expect(maya.user.ownCard?.name == "Maya" && maya.user.ownCard?.major == "Physics")
        let sheet = maya.user.sheet(of: try liam.user.ownID)
        await sheet.load()
        #expect(sheet.matchCard == nil)
        await sheet.connect()
        await liam.user.pokes.incoming.load()
        await liam.user.pokes.accept(try #require(liam.user.pokes.incoming.items.value?.first))
        await maya.user.matches.matches.load()
        let match = try #require(maya.user.matches.matches.items.value?.first)
        let card = try #require(maya.user.sheet(of: match).matchCard)
        #expect(card.match == match && card.name == "Liam" && card.major == "Law")
        #expect(card.ending == nil && card.origin == "By a poke")
    }

    @Test func `a sheet that is opened by id shows the reasons of the suggestion in the list`() async throws {
        let maya = try await campus.join("maya")
        let liam = try await campus.join("liam")
        let sheet = maya.user.sheet(of: try liam.user.ownID)
        await sheet.load()
        #expect(sheet.detail?.reasons == [])
        await maya.user.discover.load()
        let suggestion = try #require(maya.user.discover.people.items.value?.first { $0.id == sheet.id })
        #expect(maya.user.sheet(of: suggestion) === sheet)
        #expect(sheet.detail?.reasons.isEmpty == false)
    }
}
