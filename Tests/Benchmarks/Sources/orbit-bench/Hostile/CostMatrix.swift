import Foundation

/// The processor time of each route's requests.
struct CostMatrix {
    struct Cost {
        let request: HostileRequest
        /// The median of several tries.
        let milliseconds: Double
    }

    /// The costliest first.
    let costs: [Cost]

    init(_ costs: [Cost]) { self.costs = costs.sorted { $0.milliseconds > $1.milliseconds } }

    /// A table in Markdown: for each route the costliest plain text, and the costliest of all.
    var table: String {
        var rows = ["| Route | Plain, ms | Costliest, ms | Its text |", "|---|--:|--:|---|"]
        var seen: Set<String> = []
        for cost in costs where seen.insert(cost.request.route).inserted {
            let route = cost.request.route
            let plain = costs.first { $0.request.route == route && $0.request.text == HostileRequests.plain }
            let columns = [
                "`\(route.replacing(HostileRequests.absent, with: "{id}"))`",
                plain.map { digits($0.milliseconds) } ?? "",
                digits(cost.milliseconds), cost.request.text,
            ]
            rows.append("| " + columns.joined(separator: " | ") + " |")
        }
        return rows.joined(separator: "\n") + "\n"
    }

    private func digits(_ milliseconds: Double) -> String { String(format: "%.1f", milliseconds) }
}
