import Discover
import Foundation
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

    /// Draws the people as planets: here, and as a picture for a browser.
    func seeTheSolarSystem() throws {
        narrator.step(11, "You at the centre", by: "Discover")
        let people = (app.discover.people.value ?? []).map { SolarSystem.Candidate($0) }
        narrator.say("The better the match, the closer. Everybody has a place, and keeps it when others come and go.")
        let nearest = SolarSystem(ranked: people.prefix(12), on: .terminal(columns: 78, rows: 27))
        narrator.draw(
            SolarSystemTerminal(
                style: narrator.isStyled ? .trueColour : .plain, columns: 78, rows: 27, listsPeople: false
            ).text(for: nearest))
        let folder = URL(filePath: "orbit-out", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let picture = SolarSystemSVG(title: "People around Maya").text(for: SolarSystem(ranked: people, on: .phone))
        try picture.write(to: folder.appending(path: "solar-system.svg"), atomically: true, encoding: .utf8)
        narrator.say("All \(people.count) are in orbit-out/solar-system.svg, for any browser.")
    }
}
