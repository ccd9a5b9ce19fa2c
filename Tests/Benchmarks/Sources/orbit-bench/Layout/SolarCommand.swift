import ArgumentParser
import OrbitModels
import SolarSystem

/// Lays out a new solar system on each canvas.
struct SolarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "solar", abstract: "Lay out the solar system of Discover.")

    @Argument(help: "How many people there are; 500 of them get a planet.")
    var planets = 500
    @OptionGroup var times: Repetitions

    func validate() throws {
        guard planets >= 0 else { throw ValidationError("The number of planets is negative.") }
    }

    func run() {
        let canvases: [(name: String, canvas: SolarSystem.Canvas)] = [
            ("phone", .phone), ("tablet", .tablet), ("desktop", .desktop), ("terminal", .terminal()),
        ]
        let names = ["Ana", "Benedikt", "Zoë", "Hana Yamamoto", "Ólafur", "李小龙", "Bartholomew Featherstone"]
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("planets", planets)
        for (name, canvas) in canvases {
            var layouts: [Double] = []
            var labels: [Double] = []
            for repetition in 0..<times.repetitions {
                let people = (0..<planets).map { number in
                    SolarSystem.Candidate(id: UserID("\(repetition)-\(number)"), name: names[number % names.count])
                }
                let (system, time) = milliseconds { SolarSystem(ranked: people, on: canvas) }
                layouts.append(time)
                labels.append(milliseconds { system.planets.count }.time)
            }
            report.add("\(name)_ms", spread: layouts, digits: 3)
            report.add("\(name)_labels_ms", spread: labels, digits: 3)
        }
        report.print()
    }
}
