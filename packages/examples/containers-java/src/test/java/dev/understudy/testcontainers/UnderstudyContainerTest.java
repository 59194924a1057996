package dev.understudy.testcontainers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.ContainerLaunchException;

class UnderstudyContainerTest {
  private static final String IMAGE = System.getenv().getOrDefault("UNDERSTUDY_IMAGE", "understudy");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @Test
  void tokenExpiresAfterAnHourInOneSandbox() throws Exception {
    try (UnderstudyContainer understudy = new UnderstudyContainer(IMAGE).withApi("inventory")) {
      understudy.start();
      String url = understudy.createSandbox("mine");
      String form = "grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io";
      HttpRequest signIn = HttpRequest.newBuilder(URI.create(url + "/connect/token"))
          .header("content-type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(form))
          .build();
      String answer = HTTP.send(signIn, HttpResponse.BodyHandlers.ofString()).body();
      String token = new ObjectMapper().readTree(answer).get("access_token").asText();
      assertEquals(200, get(url + "/io/data", token, "demo").statusCode());
      understudy.advance(url, Duration.ofMinutes(61));
      assertEquals(403, get(url + "/io/data", token, "demo").statusCode());
    }
  }

  @Test
  void copiesDescriptionAndSeedIntoTheContainer() throws Exception {
    Path files = Path.of("../containers").toAbsolutePath().normalize();
    try (UnderstudyContainer understudy = new UnderstudyContainer(IMAGE)
        .withDescription(files.resolve("orders.yaml"))
        .withSeedFile(files.resolve("seed.yaml"))
        .withToken("a-token-of-this-test")) {
      understudy.start();
      assertEquals("[{\"id\":7,\"item\":\"Lamp\"}]", get(understudy.getUrl() + "/orders", "", "").body());
      assertEquals(401, get(understudy.getUrl() + "/_sim/clock", "another-token-than-it", "").statusCode());
      assertEquals(200, get(understudy.getUrl() + "/_sim/clock", "a-token-of-this-test", "").statusCode());
    }
  }

  @Test
  void failsToStartWithAnOptionThatTheServerRejects() {
    try (UnderstudyContainer understudy = new UnderstudyContainer(IMAGE).withSeed("nowhere")) {
      understudy.withStartupTimeout(Duration.ofSeconds(3));
      assertThrows(ContainerLaunchException.class, understudy::start);
    }
  }

  private static HttpResponse<String> get(String url, String token, String tenant) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).header("authorization", "Bearer " + token);
    if (!tenant.isEmpty()) request.header("tenantId", tenant);
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
