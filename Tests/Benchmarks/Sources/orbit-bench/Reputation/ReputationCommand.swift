import ArgumentParser
import Foundation
import OrbitModels
import Trust

/// Publishes the ratings of each person of a campus, as the server does after midnight.
struct ReputationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reputation", abstract: "Publish the ratings of a campus.")

    @Argument(help: "How many people there are.")
    var people = 20_000
    @Argument(help: "How many ratings there are.")
    var ratings = 400_000
    @OptionGroup var times: Repetitions

    func validate() throws {
        guard people >= 10, ratings >= 0 else { throw ValidationError("It takes ten people, and 0 ratings or more.") }
    }

    func run() throws {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let campus = RatedPeople(people: people, ratings: ratings, until: now)
        var totals: [Double] = []
        var singly: [Double] = []
        var published: [PublishedRatings] = []
        var batches = 0
        for _ in 0..<times.repetitions {
            (singly, published, batches) = ([], [], 0)
            for person in 0..<people {
                let networks = campus.networks(ofRatersOf: person)
                var value = PublishedRatings.none
                let (isNew, time) = milliseconds {
                    value.publish(
                        of: RatedPeople.id(of: person), received: campus.received[person], campus: campus.ratings,
                        now: now, networks: { _ in networks })
                }
                singly.append(time * 1_000)
                published.append(value)
                batches += isNew ? 1 : 0
            }
            totals.append(singly.reduce(0, +) / 1_000)
        }
        var republished = 0
        let (_, repeating) = milliseconds {
            for person in 0..<people {
                let isNew = published[person].publish(
                    of: RatedPeople.id(of: person), received: campus.received[person], campus: campus.ratings, now: now,
                    networks: { _ in [] })
                republished += isNew ? 1 : 0
            }
        }
        let (shown, reading) = milliseconds { published.count { !$0.summary(at: now).isNew } }
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("people", people)
        report.add("ratings", ratings)
        report.add("publish_ms", spread: totals, digits: 0)
        report.add("publish_us", spread: singly, digits: 2)
        report.add("published", batches)
        report.add("unchanged_us", repeating * 1_000 / Double(people), digits: 2)
        report.add("republished", republished)
        report.add("shown", shown)
        report.add("summary_us", reading * 1_000 / Double(people), digits: 2)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 1)
        report.print()
    }
}
