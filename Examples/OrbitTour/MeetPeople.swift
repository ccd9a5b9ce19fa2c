import Discover
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles

extension Journey {
    func letTheTokenRunOut() async {
        narrator.step(9, "Twenty minutes later", by: "Auth")
        clock.advance(by: .seconds(20 * 60))
        await app.discover.load()
        narrator.say("The access token had run out. It was exchanged before it was used, and nobody noticed.")
        await showRequests()
    }

    func meetPeople() async {
        narrator.step(10, "The people around you", by: "Discover")
        while app.discover.hasMore, app.discover.people.failure == nil { await app.discover.loadMore() }
        await showRequests()
        let people = app.discover.people.value ?? []
        let mine = Set(app.profile.draft.interests)
        let day = CalendarDay(clock.date, in: environment.zone)
        let rows = people.prefix(10).map { person in
            [
                person.profile.name,
                person.profile.age(on: day).map(String.init) ?? "",
                person.profile.interests.filter(mine.contains).map(\.label).joined(separator: ", "),
            ]
        }
        narrator.table([26, 6], [["Name", "Age", "You both like"]] + rows)
        narrator.say("\(people.count) people found; the first \(rows.count) are shown.")
    }
}
