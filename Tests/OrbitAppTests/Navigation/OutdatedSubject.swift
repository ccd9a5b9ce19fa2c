import Foundation
import Meetups
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Reputation
import Testing

/// A subject that the reader may not see, or may no longer see, or that was cancelled.
enum OutdatedSubject: CaseIterable {
    case erasedPerson, meetupOfErasedHost, meetupOfBlockingHost, meetupForMatches, cancelledMeetup
    case ratingsOfUnattendedMeetup

    var expected: SheetContent {
        switch self {
        case .erasedPerson, .meetupOfErasedHost, .meetupOfBlockingHost, .meetupForMatches: .failed(.refused(.notFound))
        case .cancelledMeetup: .meetup(.cancelled)
        case .ratingsOfUnattendedMeetup: .nobodyToRate
        }
    }

    /// Creates the subject with Liam's phone, and returns its sheet for another person.
    @MainActor func make(
        by liam: Phone, for reader: UserID, on campus: SmallCampus
    ) async throws -> AppSheet {
        let id = try liam.user.ownID
        guard self != .erasedPerson else {
            try await Self.erase(liam)
            return .person(id)
        }
        let meetup = try await liam.host(at: campus.clock) { draft in
            draft.entry.approval = .automatic
            if self == .meetupForMatches { draft.entry.visibility = .matches }
        }
        switch self {
        case .erasedPerson, .meetupForMatches: break
        case .meetupOfErasedHost: try await Self.erase(liam)
        case .meetupOfBlockingHost:
            let blocked = liam.user.sheet(of: reader)
            await blocked.load()
            #expect(await blocked.block() == .done)
        case .cancelledMeetup: #expect(await liam.opened(meetup.id).cancel(because: .weather) == .done)
        case .ratingsOfUnattendedMeetup:
            try await Self.end(meetup, of: liam, on: campus)
            return .rating(meetup.id)
        }
        return .meetup(meetup.id)
    }

    @MainActor private static func erase(_ liam: Phone) async throws {
        liam.user.account.confirmation = "liam@orbit.example"
        #expect(try await liam.app.eraseAccount() == .done)
    }

    /// Advances the clock to the end of the meetup, at which Liam and a guest have met.
    @MainActor private static func end(_ meetup: MeetupListing, of liam: Phone, on campus: SmallCampus) async throws {
        let zoe = try await campus.phone("zoe")
        #expect(await zoe.opened(meetup.id).join() == .done)
        campus.clock.advance(to: meetup.start + 60)
        #expect(await zoe.opened(meetup.id).checkIn() == .done)
        campus.clock.advance(to: meetup.meetup.plan.span.end + 60)
        let rating = liam.user.rating(of: meetup.id)
        await rating.load()
        #expect(rating.people.count == 1)
    }
}

/// The content of a sheet after its model was loaded.
enum SheetContent: Equatable {
    case failed(Failure.Kind)
    case meetup(MeetupStatus)
    case nobodyToRate
    case unexpected(String)

    @MainActor static func load(_ sheet: AppSheet, of user: SignedInUser) async -> SheetContent {
        switch sheet {
        case .person(let id):
            let model = user.sheet(of: id)
            await model.load()
            return content(of: model.person) { .unexpected("\($0)") }
        case .meetup(let id, let code):
            let model = user.meetup(id, link: code?.reveal)
            await model.load()
            return content(of: model.listing) { .meetup($0.meetup.status) }
        case .rating(let id):
            let model = user.rating(of: id)
            await model.load()
            return model.isDone && model.people.isEmpty ? .nobodyToRate : .unexpected("\(model.people)")
        case .conversation, .invitations, .requests, .feature:
            return .unexpected("\(sheet)")
        }
    }

    private static func content<Value>(
        of state: LoadState<Value>, _ content: (Value) -> SheetContent
    ) -> SheetContent {
        switch state {
        case .loaded(let value): content(value)
        case .failed(let failure, previous: nil): .failed(failure.kind)
        case .idle, .empty, .loading, .failed: .unexpected("\(state)")
        }
    }
}
