import Logging
import ServiceLifecycle
import TimeAndChance

/// Reads the files of the certificate again while the server runs. If the new files cannot be used, for example because
/// only one of them is written yet, the earlier certificate stays in use.
struct CertificateRenewal: Service {
    private static let interval: Duration = .seconds(10)

    let certificate: CurrentCertificate
    let time: any TimeSource
    let logger: Logger

    func run() async throws {
        while true {
            await Task.pause(for: Self.interval, on: time)
            guard !Task.isStopping else { return }
            renew()
        }
    }

    private func renew() {
        do throws(StartupError) {
            if try certificate.renew(now: time.date) { logger.notice("certificate renewed") }
        } catch {
            logger.error("certificate not renewed", metadata: ["reason": .string(error.description)])
        }
    }
}
