import Foundation

/// The command `simulate`: runs the real client and the real backend in a simulated world, seed by seed.
@main struct Simulate {
    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            exit(try run(try Options(arguments), arguments) ? 0 : 1)
        } catch let invalid as InvalidArgument {
            FileHandle.standardError.write(Data("simulate: cannot use \(invalid.text)\n\(Options.usage)\n".utf8))
            exit(64)
        } catch {
            FileHandle.standardError.write(Data("simulate: \(error)\n".utf8))
            exit(2)
        }
    }

    /// - Returns: Whether all invariants were true, all states were reached, and all planted bugs were found.
    private static func run(_ options: Options, _ arguments: [String]) throws -> Bool {
        if let number = options.worker {
            if let seed = options.trace { return try Worker.trace(seed, options) }
            try Worker(options: options, number: number).run()
            return true
        }
        if options.trace != nil { return try WorkerPool.pass(arguments) == 0 }
        if options.plantsBugs || options.bug != nil { return try findBugs(options) }
        return try runSeeds(options)
    }

    private static func runSeeds(_ options: Options) throws -> Bool {
        let report = Report(options)
        report.begin()
        let results = try WorkerPool.run(options)
        let isWhole = report.show(results)
        guard options.isTwice else { return isWhole }
        let second = try WorkerPool.run(options)
        return report.compare(results, second) && isWhole
    }

    /// Plants one bug after the other, each in as many processes as the options allow.
    private static func findBugs(_ options: Options) throws -> Bool {
        let bugs = options.bug.map { [$0] } ?? PlantedBug.allCases
        print("Planted bugs, each with at most \(options.seedCount) seeds\n")
        var missed = 0
        for bug in bugs {
            var own = options
            own.bug = bug
            let results = try WorkerPool.run(own)
            missed += Report.show(bug, results) ? 0 : 1
        }
        print("\n\(bugs.count - missed) of \(bugs.count) bugs found")
        return missed == 0
    }
}
