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

    @Test func `a person, a meetup and what belongs to it have one model each while one is held`() async throws {
        let maya = try await campus.phone("maya")
        let liam = try await campus.join("liam")
        let meetup = try await maya.host(at: campus.clock)
        let app = maya.app
        let sheet = app.sheet(of: try liam.ownID)
        await sheet.load()
        let person = try #require(sheet.person.value)
        #expect(app.sheet(of: person) === sheet && app.sheet(of: person.id) === sheet)
        let opened = app.meetup(meetup.id)
        #expect(app.meetup(meetup) === opened && app.meetup(meetup.id, link: "abc") !== opened)
        #expect(opened.listing.value == meetup)
        let (feed, attendees) = (try #require(app.feed(of: meetup.id)), app.attendees(of: meetup))
        #expect(app.feed(of: meetup.id) === feed && app.attendees(of: meetup) === attendees)
        let (sent, sharing, hint) = (
            app.sentInvitations(to: meetup.id), app.sharing(of: meetup.id), app.attendanceHint(of: meetup.id)
        )
        #expect(app.sentInvitations(to: meetup.id) === sent && app.sharing(of: meetup.id) === sharing)
        #expect(app.attendanceHint(of: meetup.id) === hint)
        #expect(app.meetupForm(editing: meetup.id) !== app.meetupForm(editing: meetup.id))
    }

    @Test func `a model that nobody holds is released, and the next person who signs in gets other models`()
        async throws
    {
        let maya = try await campus.join("maya")
        let liam = try await campus.join("liam")
        let id = try liam.ownID
        weak var released: PersonViewModel?
        do {
            let sheet = maya.sheet(of: id)
            released = sheet
        }
        #expect(released == nil)
        let sheet = maya.sheet(of: id)
        try await maya.logout()
        await campus.signIn("maya", on: maya)
        #expect(maya.sheet(of: id) !== sheet)
    }

    @Test func `the own card shows everything saved, and a match's card what the match shows and how long it stays`()
        async throws
    {
        let maya = try await campus.join("maya", change: { $0.major = "Physics" })
        let liam = try await campus.join("liam", change: { $0.major = "Law" })
        #expect(maya.ownCard?.name == "Maya" && maya.ownCard?.major == "Physics")
        let sheet = maya.sheet(of: try liam.ownID)
        await sheet.load()
        #expect(sheet.matchCard == nil)
        await sheet.connect()
        await liam.pokes.incoming.load()
        await liam.pokes.accept(try #require(liam.pokes.incoming.items.value?.first))
        await maya.matches.matches.load()
        let match = try #require(maya.matches.matches.items.value?.first)
        let card = try #require(maya.sheet(of: match).matchCard)
        #expect(card.match == match && card.name == "Liam" && card.major == "Law")
        #expect(card.ending == nil && card.origin == "By a poke")
    }

    @Test func `a sheet that is opened by id shows the reasons of the suggestion in the list`() async throws {
        let maya = try await campus.join("maya")
        let liam = try await campus.join("liam")
        let sheet = maya.sheet(of: try liam.ownID)
        await sheet.load()
        #expect(sheet.detail?.reasons == [])
        await maya.discover.load()
        let suggestion = try #require(maya.discover.people.items.value?.first { $0.id == sheet.id })
        #expect(maya.sheet(of: suggestion) === sheet)
        #expect(sheet.detail?.reasons.isEmpty == false)
    }
}
