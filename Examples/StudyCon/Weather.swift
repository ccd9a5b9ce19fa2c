import Foundation
import Networking
import OrbitModels
import Presentation
import TimeAndChance

/// A client of a second API, in the form of Open-Meteo: without a session, an envelope or an event log.
struct WeatherService: Sendable {
    let client: APIClient

    static let route = Route(.get, "/forecast", access: .anyone)

    /// Requests the hourly forecast.
    ///
    /// - Parameter place: A place. It is rounded to a tenth of a degree, because another operator does not need the
    ///   exact place.
    /// - Throws: `APIError`, also for a body that is not a forecast.
    func forecast(at place: Coordinates) async throws -> Forecast {
        func rounded(_ degrees: Double) -> String { String((degrees * 10).rounded() / 10) }
        let endpoint = Endpoint<Data>(
            Self.route,
            query: [
                ("latitude", rounded(place.latitude)), ("longitude", rounded(place.longitude)),
                ("hourly", "temperature_2m,precipitation_probability"), ("timeformat", "unixtime"),
            ])
        let body = try await client.content(of: endpoint)
        do {
            return try JSONDecoder().decode(Forecast.self, from: body)
        } catch {
            throw APIError.malformedResponse(reason: "the body is not a forecast")
        }
    }
}

/// An hourly forecast. The server sends times as seconds since 1970, so that no zone has to be guessed.
struct Forecast: Codable, Sendable {
    let hourly: Hours

    struct Hours: Codable, Sendable {
        let time: [Double]
        let temperature: [Double?]
        let rain: [Int?]

        private enum CodingKeys: String, CodingKey {
            case time
            case temperature = "temperature_2m"
            case rain = "precipitation_probability"
        }
    }

    /// Returns the weather of the hour of an instant; `nil` if the forecast does not contain the hour.
    func line(at instant: Date) -> String? {
        let second = instant.timeIntervalSince1970
        guard let index = hourly.time.firstIndex(where: { $0 <= second && second < $0 + 3_600 }),
            hourly.temperature.indices.contains(index), hourly.rain.indices.contains(index),
            let temperature = hourly.temperature[index], let rain = hourly.rain[index]
        else { return nil }
        return "\(temperature) °C, rain \(rain) %"
    }
}

/// The forecast at one place. A failure changes a line of text, and the screen shows all other content.
@MainActor final class WeatherViewModel {
    /// The forecast, which begins with that of the last launch.
    let forecast: Resource<Forecast>
    private let log: EventLog
    private var requestedAt: Date?

    /// - Parameters:
    ///   - place: The place.
    ///   - service: The service that requests the forecast.
    ///   - log: A log of its own, because the server of the forecast has no log. It stores the last forecast.
    init(at place: Coordinates, service: WeatherService, log: EventLog) {
        self.log = log
        let name = "studycon.weather"
        let definition = ResourceDefinition<Forecast>(ListName(rawValue: name), fold: { _, _ in .unknown })
        forecast = Resource(definition, on: log) { Snapshot(try await service.forecast(at: place), at: nil) }
        log.storage.add(forecast, as: name, reloads: true)
    }

    /// Shows the forecast of the last launch.
    func begin(as user: UserID) async { await log.storage.begin(as: user) }

    /// Requests the forecast unless it was requested within the last hour. Called when the screen appears.
    func appear() async {
        if let requestedAt, log.time.date.timeIntervalSince(requestedAt) < 3_600 { return }
        await refresh()
    }

    /// Requests the forecast. Called when the user pulls to refresh, so it always sends a request.
    func refresh() async {
        requestedAt = log.time.date
        await forecast.load()
        await log.storage.flush()
    }

    /// Returns the text beside a meetup.
    func line(at instant: Date) -> String {
        let text = forecast.state.value?.line(at: instant) ?? "no forecast"
        return forecast.isStored ? "\(text) (from the last launch)" : text
    }
}
