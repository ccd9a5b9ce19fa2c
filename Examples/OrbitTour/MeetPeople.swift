import Discover
import Drawing
import Foundation
import Matching
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import SolarSystem

extension Journey {
    func letTheTokenRunOut() async {
        narrator.step(9, "Twenty minutes later", by: "Auth")
        campus?.clock.advance(by: .seconds(20 * 60))
        await app.user?.discover.load()
        narrator.say("The access token had expired. The app replaced it in time, and you noticed nothing.")
        await showRequests()
    }

    func meetPeople() async {
        narrator.step(10, "The people around you", by: "Discover · OrbitBackend")
        guard let discover = app.user?.discover else { return }
        if discover.people.items.value == nil { await discover.load() }
        while discover.people.hasMore, discover.people.items.failure == nil { await discover.loadMore() }
        await showRequests()
        let people = (discover.people.items.value ?? []).bestFirst
        narrator.table([20, 6, 6], [["Name", "Fit", "Sure", "Why"]] + people.prefix(8).map(row))
        narrator.say(
            "You get \(people.count) suggestions today. A score uses only what you both answered. \u{201C}Sure\u{201D} shows how "
                + "much that is.")
        if let best = people.first, let compatibility = best.compatibility {
            narrator.show("closest", best.person.profile.name)
            for reason in compatibility.reasons { narrator.show("", reason.phrase) }
            narrator.show("and unlike", compatibility.difference?.phrase ?? "")
        }
    }

    private func row(_ suggestion: Suggestion) -> [String] {
        func percent(_ share: Double?) -> String { share.map { "\(Int(($0 * 100).rounded())) %" } ?? "" }
        let compatibility = suggestion.compatibility
        return [
            suggestion.person.profile.name, percent(compatibility?.score), percent(compatibility?.confidence),
            compatibility?.reasons.first?.phrase ?? "",
        ]
    }

    /// Draws the people as planets: on the terminal, and as a picture for a browser.
    func seeTheSolarSystem() throws {
        narrator.step(11, "You at the centre", by: "Discover")
        let people = app.user?.discover.people.items.value ?? []
        narrator.say("People who fit better are closer to you. Each person keeps their place when others come and go.")
        let nearest = SolarSystem(of: Array(people.bestFirst.prefix(12)), on: .terminal(columns: 78, rows: 27))
        narrator.draw(
            SolarSystemTerminal(
                style: narrator.isStyled ? .trueColour : .plain, columns: 78, rows: 27, listsPeople: false
            ).text(for: nearest))
        let folder = URL(filePath: "orbit-out", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let picture = SolarSystemSVG(title: "People around Maya").text(for: SolarSystem(of: people, on: .phone))
        try picture.write(to: folder.appending(path: "solar-system.svg"), atomically: true, encoding: .utf8)
        narrator.say("To see all \(people.count), open orbit-out/solar-system.svg in a browser.")
    }
}
