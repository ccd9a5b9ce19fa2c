import Auth
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct DealbreakerPropertyTests {
    /// A person on a random campus, with their dealbreakers.
    private struct Resident {
        let user: User
        let dealbreakers: Dealbreakers
        let token: AccessToken

        func accepts(_ other: Resident, on day: CalendarDay) -> Bool {
            guard let mine = user.profile, let theirs = other.user.profile else { return false }
            if let ages = dealbreakers.ages {
                guard let age = theirs.birthMonth?.age(on: day), ages.contains(age) else { return false }
            }
            if !dealbreakers.goals.isEmpty, dealbreakers.goals.isDisjoint(with: theirs.friendshipGoals) { return false }
            let shared = (mine.availability?.hours ?? HourSet()).intersection(theirs.availability?.hours ?? HourSet())
            return dealbreakers.freeTime != FreeTimeLevel.some || shared.count >= 2
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `two people are suggested to each other exactly if both accept the dealbreakers`(
        seed: UInt64
    ) async throws {
        let (server, residents) = try await campus(seed)
        let day = CalendarDay(server.clock.date, in: CampusSeed.timeZone)
        var suggested: [UserID: Set<UserID>] = [:]
        for resident in residents {
            let page = try await server.send(.get, "/discover/users?limit=100", token: resident.token)
                .payload(DiscoverPage.self)
            suggested[resident.user.id] = Set(page.people.elements.map(\.id))
        }
        var pairs = 0
        for one in residents {
            for other in residents where other.user.id != one.user.id {
                let isSuggested = suggested[one.user.id]?.contains(other.user.id)
                #expect(isSuggested == (one.accepts(other, on: day) && other.accepts(one, on: day)))
                pairs += isSuggested == true ? 1 : 0
            }
        }
        #expect(pairs > 0)
    }

    private func campus(_ seed: UInt64) async throws -> (TestServer, [Resident]) {
        let (store, clock, mailTransport) = (MemoryStore(), VirtualClock(), RecordingMailTransport())
        let users = try await CampusSeed(people: 24, seed: seed).populate(store, time: clock)
        var random = SplitMix64(seed: seed)
        let wishes = users.map { _ in dealbreakers(&random) }
        try await store.transaction { transaction in
            for (user, dealbreakers) in zip(users, wishes) {
                var preferences = PreferenceRecord(userID: user.id)
                preferences.set(dealbreakers)
                try transaction.put(preferences)
            }
        }
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(seed),
            configuration: .demonstration(mailTransport: mailTransport.receive))
        let server = TestServer(backend: backend, store: store, mailTransport: mailTransport, clock: clock)
        var residents: [Resident] = []
        for (user, dealbreakers) in zip(users, wishes) {
            let token = try await server.signIn(user.email).accessToken
            residents.append(Resident(user: user, dealbreakers: dealbreakers, token: token))
        }
        return (server, residents)
    }

    private func dealbreakers(_ random: inout SplitMix64) -> Dealbreakers {
        var dealbreakers = Dealbreakers()
        if Bool.random(using: &random) {
            let youngest = Int.random(in: 18...21, using: &random)
            dealbreakers.ages = youngest...youngest + Int.random(in: 2...6, using: &random)
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            dealbreakers.goals = Set(FriendshipGoal.known.shuffled(using: &random).prefix(2))
        }
        if Int.random(in: 0..<3, using: &random) == 0 { dealbreakers.freeTime = .some }
        return dealbreakers
    }
}
