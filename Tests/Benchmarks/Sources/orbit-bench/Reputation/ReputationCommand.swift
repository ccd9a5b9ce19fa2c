import ArgumentParser
import Foundation
import OrbitModels
import TimeAndChance
import Trust

/// Fills a book with the ratings of a campus, then adds the newest ones singly and compares.
struct ReputationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reputation", abstract: "Summarise the ratings of a campus.")

    @Argument(help: "How many people there are.")
    var people = 100_000
    @Argument(help: "How many ratings there are.")
    var ratings = 2_000_000
    @OptionGroup var times: Repetitions

    func validate() throws {
        guard people >= 10, ratings >= 0 else { throw ValidationError("It takes ten people, and 0 ratings or more.") }
    }

    func run() throws {
        var random = SplitMix64(seed: 11)
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let sorted = try entries(until: now, &random).sorted { $0.day < $1.day }
        let mixed = sorted.map(\.entry).shuffled(using: &random)
        let single = min(10_000, sorted.count)
        var rebuilt = RatingBook(people: people, today: now, entries: [])
        var (rebuilding, applying): ([Double], [Double]) = ([], [])
        var isEqual = true
        var processor: [Double] = []
        for _ in 0..<times.repetitions {
            let before = ResourceUsage.now.processorSeconds
            let (book, time) = milliseconds { RatingBook(people: people, today: now, entries: mixed) }
            processor.append((ResourceUsage.now.processorSeconds - before) * 1_000)
            (rebuilt, rebuilding) = (book, rebuilding + [time])
        }
        for _ in 0..<times.repetitions {
            var book = RatingBook(people: people, today: now, entries: sorted.dropLast(single).map(\.entry))
            let (_, time) = milliseconds {
                for place in sorted.suffix(single).indices { book.add(sorted[place].entry) }
            }
            applying.append(time * 1_000 / Double(max(1, single)))
            isEqual = isEqual && book.isEqual(to: rebuilt)
        }
        let (shown, reading) = milliseconds { (0..<people).count { !rebuilt.summary(of: $0).isNew } }
        var report = Report()
        report.add("impl", "orbit")
        report.add("people", people)
        report.add("ratings", ratings)
        report.add("rebuild_ms", spread: rebuilding, digits: 0)
        report.add("rebuild_cpu_ms", spread: processor, digits: 0)
        report.add("applied", single)
        report.add("apply_us", spread: applying, digits: 2)
        report.add("equal", isEqual ? "true" : "false")
        report.add("shown", shown)
        report.add("summary_us", reading * 1_000 / Double(people), digits: 2)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 1)
        report.print()
    }

    /// Meetups of six in two years, whose guests rate each other: seven in ten are from the 200 people around, others from
    /// anywhere.
    private func entries(
        until now: Date, _ random: inout SplitMix64
    ) throws -> [(day: Double, entry: RatingBook.Entry)] {
        var entries: [(day: Double, entry: RatingBook.Entry)] = []
        entries.reserveCapacity(ratings)
        var meetup = 0
        while entries.count < ratings {
            meetup += 1
            let centre = Int.random(in: 0..<people, using: &random)
            let guests = (0..<6).map { _ in
                Int.random(in: 0..<10, using: &random) < 7
                    ? (centre + Int.random(in: 0..<200, using: &random)) % people
                    : Int.random(in: 0..<people, using: &random)
            }
            let day = Double.random(in: 1..<730, using: &random)
            for rater in guests {
                for ratee in guests where rater != ratee && entries.count < ratings {
                    guard let stars = Stars([5, 5, 5, 4, 4, 4, 4, 3, 3, 2, 1][Int.random(in: 0..<11, using: &random)])
                    else {
                        continue
                    }
                    let entry = RatingBook.Entry(
                        rater: rater, ratee: ratee, meetup: meetup, stars: stars,
                        shownAt: now.addingTimeInterval((day - 731) * 86_400))
                    entries.append((day, entry))
                }
            }
        }
        return entries
    }
}
