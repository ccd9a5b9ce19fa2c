import Foundation

/// The processor time of each route's requests.
struct CostMatrix {
    struct Cost {
        let request: HostileRequest
        /// The median of several tries.
        let milliseconds: Double
        /// Whether the backend has accepted each try.
        let isAccepted: Bool
    }

    /// The costliest first.
    let costs: [Cost]

    init(_ costs: [Cost]) { self.costs = costs.sorted { $0.milliseconds > $1.milliseconds } }

    /// A table in Markdown. For each route it has the costliest plain text, the costliest refused request and the
    /// costliest accepted request.
    var table: String {
        var rows = [
            "| Route | Plain, ms | Refused, ms | Its text | Accepted, ms | Its content |",
            "|---|--:|--:|---|--:|---|",
        ]
        var seen: Set<String> = []
        for cost in costs where seen.insert(cost.request.route).inserted {
            let all = costs.filter { $0.request.route == cost.request.route }
            let plain = all.first { $0.request.text == HostileTexts.plain }
            let (refused, accepted) = (all.first { !$0.isAccepted }, all.first { $0.isAccepted })
            let columns = [
                "`\(cost.request.route)`", digits(plain), digits(refused), refused?.request.text ?? "",
                digits(accepted), accepted?.request.text ?? "",
            ]
            rows.append("| " + columns.joined(separator: " | ") + " |")
        }
        rows.append("")
        rows.append("The limit of 20 ms applies to bodies in JSON. Of photos an account may send 30 in an hour.")
        return rows.joined(separator: "\n") + "\n"
    }

    private func digits(_ cost: Cost?) -> String { cost.map { String(format: "%.1f", $0.milliseconds) } ?? "" }
}
