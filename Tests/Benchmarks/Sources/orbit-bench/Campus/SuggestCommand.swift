import ArgumentParser
import OrbitModels
import TimeAndChance
import Validation

/// Searches a generated list for the universities of mistyped addresses.
struct SuggestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Find the university that a mistyped address means.")

    @Argument(help: "How many domains the list has.")
    var domains = 100_000
    @OptionGroup var times: Repetitions

    func validate() throws {
        guard domains > 0 else { throw ValidationError("The list needs a domain.") }
    }

    func run() throws {
        var random = SplitMix64(seed: 1)
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        func word(_ lengths: ClosedRange<Int>) -> String {
            let count = Int.random(in: lengths, using: &random)
            return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        let names = (0..<domains).map { _ in
            ["uni-", "univ-", "hs-", ""][Int.random(in: 0..<4, using: &random)] + word(4...12)
                + [".de", ".fr", ".it", ".ca"][Int.random(in: 0..<4, using: &random)]
        }
        let universities = names.map {
            University(name: $0, country: "", alphaTwoCode: "", domains: [$0])
        }
        let (registry, preparing) = milliseconds { CampusRegistry(universities: universities) }
        var typed: [EmailAddress] = []
        for _ in 0..<1_000 {
            var name = Array(names.randomElement(using: &random) ?? "")
            name.swapAt(2, 3)
            typed.append(try EmailAddress("maya@mail.\(String(name))"))
        }
        var spread: [Double] = []
        var found = 0
        for _ in 0..<times.repetitions {
            for email in typed {
                let (suggestion, time) = milliseconds { registry.suggestion(for: email) }
                spread.append(time)
                if suggestion != nil { found += 1 }
            }
        }
        var report = BenchmarkReport()
        report.add("domains", domains)
        report.add("prepare_ms", preparing, digits: 1)
        report.add("suggest_ms", spread: spread, digits: 3)
        report.add("suggested", found / times.repetitions)
        report.print()
    }
}
