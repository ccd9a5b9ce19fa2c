import Foundation
import Meetups
import Networking
import OrbitModels

/// Meetups of every kind on the following days, hosted by people of a seeded campus, with attendees, requests and
/// wait lists. Every second host agrees to suggestions. Every step uses the API.
struct SeedMeetups {
    let residents: [SeedResident]
    let now: Date

    /// Creates the meetups. The first resident takes no part, and finds the meetups of the other people.
    func create() async throws {
        let hosts = Array(residents.dropFirst())
        guard hosts.count > 2 else { return }
        for (number, idea) in Self.ideas.enumerated() {
            let host = hosts[number % hosts.count]
            try await host.signIn()
            let hosted = try await host.meetups.create(entry(idea, day: number + 1), key: host.newKey()).value
            for step in 1...min(idea.guests, hosts.count - 1) {
                let guest = hosts[(number + step) % hosts.count]
                try await guest.signIn()
                _ = try await guest.guests.join(
                    hosted.id, JoinMeetupRequest(message: idea.approval == .host ? "May I come?" : ""),
                    key: guest.newKey())
            }
        }
        for (number, host) in hosts.prefix(Self.ideas.count).enumerated() where number.isMultiple(of: 2) {
            try await host.suggestions.agree(to: SuggestionConsent(toMe: true, toHosts: true))
        }
    }

    /// Returns the meetup of an idea, at 18:00 in the time zone of the campus, for two hours.
    private func entry(_ idea: Idea, day: Int) -> MeetupEntry {
        let day = CalendarDay(now.addingTimeInterval(86_400 * Double(day)), in: CampusSeed.timeZone)
        let start = LocalDateTime(day, hour: 18)?.instants(in: CampusSeed.timeZone).first
        let (latitude, longitude) = (CampusSeed.centre?.latitude ?? 0, CampusSeed.centre?.longitude ?? 0)
        return MeetupEntry(
            title: idea.title, description: idea.about, eventType: idea.type, sport: idea.sport,
            interestTags: idea.tags.map { Interest($0) }, start: start, end: start?.addingTimeInterval(7_200),
            timeZone: CampusSeed.timeZone.identifier,
            place: PlaceEntry(
                name: idea.place,
                coordinates: CoordinatesEntry(
                    latitude: latitude + idea.offset.latitude, longitude: longitude + idea.offset.longitude)),
            capacity: idea.capacity, approval: idea.approval)
    }

    private struct Idea {
        let title: String
        let about: String
        let type: EventType
        var sport: Sport?
        var tags: [String] = []
        let place: String
        let offset: (latitude: Double, longitude: Double)
        var capacity: Int?
        var approval = MeetupApproval.automatic
        let guests: Int
    }

    /// One meetup of each kind.
    private static let ideas = [
        Idea(
            title: "Linear algebra, once more", about: "Bring the problem set.", type: .study, tags: ["reading"],
            place: "Mann Library", offset: (0.002, 0.003), capacity: 4, guests: 5),
        Idea(
            title: "Doubles on the hill", about: "All levels.", type: .social, sport: .tennis,
            tags: ["sports_fitness"], place: "Court 3", offset: (0.021, -0.004), capacity: 4, approval: .host,
            guests: 3),
        Idea(
            title: "Noodles, then board games", about: "We start hungry.", type: .party,
            tags: ["food_cooking", "board_games"], place: "The yellow house", offset: (-0.011, -0.02), guests: 4),
        Idea(
            title: "Pitch night", about: "Three minutes each, kind questions.", type: .business,
            tags: ["entrepreneurship"], place: "Hall B", offset: (0.004, 0.01), capacity: 30, guests: 2),
        Idea(
            title: "Film with subtitles", about: "We vote at the door.", type: .cultural, tags: ["movies_tv"],
            place: "Small cinema", offset: (-0.003, 0.002), capacity: 12, guests: 3),
        Idea(
            title: "Galaxies for beginners", about: "A talk, and a look if the sky is clear.", type: .academic,
            tags: ["nature"], place: "Observatory", offset: (0.03, 0.008), guests: 2),
        Idea(
            title: "Alumni over coffee", about: "Ask them anything.", type: .networking, tags: ["technology"],
            place: "Cafe on the bridge", offset: (0.001, -0.007), capacity: 8, approval: .host, guests: 2),
        Idea(
            title: "Spanish for English", about: "Half an hour each.", type: .languageExchange, tags: ["languages"],
            place: "Room 12", offset: (0.006, 0.001), capacity: 6, guests: 3),
        Idea(
            title: "Juggling under the oak", about: "Balls are there.", type: .other, tags: ["diy_crafts"],
            place: "The oak", offset: (-0.005, 0.004), guests: 2),
    ]
}
